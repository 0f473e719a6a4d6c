internal import Crypto
internal import Store
internal import Values

extension AuditEntry {
    /// Of a command that concerns no user.
    init(ofCommand action: String, by actor: String, _ detail: String, at now: Timestamp) {
        self.init(
            id: UUIDv7Generator().next(atMicroseconds: now.microsecondsSince1970), actor: actor,
            action: action, uid: nil, detail: detail, createdAt: now)
    }
}
