internal import Crypto
internal import Postgres
internal import Store
internal import Values

/// Gives anonymous users the keys of their installs. A key leaves the user that it had before.
struct InstallKeyBinding {
    let vault: InstallKeyVault
    let references: SignUpReferences
    let now: Timestamp

    func statements(_ bound: [(uid: UserID, key: InstallKey)]) -> [any Statement] {
        guard !bound.isEmpty else { return [] }
        let records = bound.map {
            InstallKeyRecord(thumbprint: vault.thumbprint(of: $0.key), uid: $0.uid, createdAt: now)
        }
        let keys = bound.map { (uid: $0.uid, publicKey: vault.encrypt($0.key, of: $0.uid)) }
        let former = records.compactMap { references.installKeys[$0.thumbprint] }
        return former.map { DeleteKeyOfInstall(of: $0.uid) } + [
            DeleteInstallKeys(former), InsertInstallKeys(records), InsertKeysOfInstalls(keys),
        ] + keys.map { BindSessions(of: $0.uid, to: $0.publicKey) }
    }
}
