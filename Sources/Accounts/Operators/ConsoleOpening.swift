internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Store
internal import Values

/// A new session of the console: the row, and its token for the cookie.
struct ConsoleOpening {
    private static let lifetimeSeconds: Int64 = 8 * 3_600
    private static let userAgentMax = 200

    let record: ConsoleSessionRecord
    let token: ConsoleToken

    init(
        _ id: UUID, of holder: ConsoleHolder, from address: PeerAddress, userAgent: String, key: Subkey,
        at now: Timestamp
    ) {
        let end = now.adding(seconds: Self.lifetimeSeconds)
        token = ConsoleToken(for: .init(session: id, of: holder, until: end), key: key)
        record = ConsoleSessionRecord(
            id: id, tokenHash: token.hash, holder: holder, address: address.description,
            userAgent: Self.printable(userAgent), createdAt: now, seenAt: now, expiresAt: end)
    }

    /// Without characters that PostgreSQL or a page can't have.
    private static func printable(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.lazy.filter { $0.value >= 32 }.prefix(userAgentMax))
        return String(kept)
    }
}
