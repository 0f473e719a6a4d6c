internal import Crypto
internal import FoundationEssentials
internal import Store
internal import Values

/// Encrypts the secrets of second factors, each for one operator with one role. An operator whose row got
/// another role in the database has no second factor, and can't sign in.
struct SecondFactorVault: Sendable {
    /// The table that holds the secret.
    enum Table: String {
        case `operator`
        case invitation
    }

    private let box: SecretBox

    init(root: RootSecret) {
        box = SecretBox(root.subkey(for: .secondFactors))
    }

    func encrypt(_ secret: TOTP, of id: UUID, _ role: OperatorRole, in table: Table) -> [UInt8] {
        box.encrypt(secret.secret, context: Self.context(id, role.rawValue, table))
    }

    /// Nil for another operator's or another role's, and if another root secret encrypted it.
    func secret(_ encrypted: [UInt8], of id: UUID, _ role: String, in table: Table) -> TOTP? {
        box.decrypt(encrypted, context: Self.context(id, role, table)).map(TOTP.init(secret:))
    }

    /// Nil before an invitation was accepted.
    func secret(of record: OperatorRecord) -> TOTP? {
        record.totpSecret.flatMap { secret($0, of: record.id, record.role, in: .operator) }
    }

    private static func context(_ id: UUID, _ role: String, _ table: Table) -> String {
        "\(table.rawValue) \(id.lowercaseText) \(role)"
    }
}
