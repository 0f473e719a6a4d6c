internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

/// Makes invitations with the root secret.
struct OperatorInviting {
    private let vault: SecondFactorVault
    private let tokenKey: Subkey

    init(root: RootSecret) {
        vault = SecondFactorVault(root: root)
        tokenKey = root.subkey(for: .consoleTokens)
    }

    /// A new invitation with a secret of its own.
    func invite(
        _ id: UUID, as role: OperatorRole, at now: Timestamp
    ) -> (record: OperatorInvitationRecord, token: ConsoleToken) {
        let end = now.adding(seconds: OperatorInvitation.lifetimeSeconds)
        let token = ConsoleToken(for: .init(invitationOf: id, until: end), key: tokenKey)
        let record = OperatorInvitationRecord(
            tokenHash: token.hash, operatorID: id,
            totpSecret: vault.encrypt(TOTP(), of: id, role, in: .invitation), createdAt: now, expiresAt: end)
        return (record, token)
    }

    /// Another role needs the secrets in another encryption. A secret that can't be decrypted stays void.
    func rewrapping(
        _ record: OperatorRecord, _ pending: [OperatorInvitationRecord], as role: OperatorRole
    ) -> [any Statement] {
        let secret = vault.secret(of: record).map { vault.encrypt($0, of: record.id, role, in: .operator) }
        let invitations = pending.compactMap { invitation -> SetInvitationSecret? in
            let secret = vault.secret(
                invitation.totpSecret, of: record.id, record.role, in: .invitation)
            return secret.map {
                SetInvitationSecret(
                    invitation.tokenHash, to: vault.encrypt($0, of: record.id, role, in: .invitation))
            }
        }
        return [SetOperatorRole(record.id, to: role.rawValue, totpSecret: secret)] + invitations
    }
}
