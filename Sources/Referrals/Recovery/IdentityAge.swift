package import Values

/// When an account's e-mail became its own, and when that was proved: what identities are measured by.
package struct EmailAge: Equatable, Sendable {
    package let attachedAt: Timestamp
    /// Nil where it never was.
    package let verifiedAt: Timestamp?

    package init(attachedAt: Timestamp, verifiedAt: Timestamp?) {
        self.attachedAt = attachedAt
        self.verifiedAt = verifiedAt
    }

    /// How long after a link or an unlink the owner of the e-mail can still be expected to notice it, and how
    /// long an account that was recovered is guarded.
    package static let watchSeconds: Int64 = 72 * 3_600

    /// Whether a reset by the e-mail unlinks an identity: one that came after the e-mail, and either before
    /// it was proved or a short while ago.
    package func isTooYoung(_ linkedAt: Timestamp, at now: Timestamp) -> Bool {
        guard linkedAt > attachedAt else { return false }
        guard let verifiedAt, linkedAt >= verifiedAt else { return true }
        return linkedAt > now.adding(seconds: -Self.watchSeconds)
    }
}
