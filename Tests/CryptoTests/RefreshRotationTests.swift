import Crypto
import FoundationEssentials
import Testing

@Suite struct RefreshRotationTests {
    private static let key = RootSecret().subkey(for: .refreshTokens)
    private static let first = RefreshToken(uid: UUID(), sid: UUID(), key: key)
    private static let second = first.successor(key: key)
    private static let third = second.successor(key: key)
    private static let fourth = third.successor(key: key)
    private static let invented = RefreshToken(
        uid: first.uid, sid: first.sid, key: RootSecret().subkey(for: .refreshTokens))

    private static let rotatedAt: Int64 = 1_760_000_000_000_000
    private static let expiresAt = rotatedAt + 3_600_000_000

    private static let rotation = RefreshRotation(key: key)

    /// A session that went from `first` over `second` to `third`.
    private static let stored = RefreshRotation.Stored(
        currentHash: third.hash, previousHash: second.hash, rotatedAtMicroseconds: rotatedAt,
        expiresAtMicroseconds: expiresAt, isSeen: true)
    private static let unseen = RefreshRotation.Stored(
        currentHash: third.hash, previousHash: second.hash, rotatedAtMicroseconds: rotatedAt,
        expiresAtMicroseconds: expiresAt, isSeen: false)
    private static let attempts = ["one", "other"].map { SecretHash(of: Array($0.utf8)) }
    private static let tried = RefreshRotation.Stored(
        currentHash: third.hash, previousHash: second.hash, rotatedAtMicroseconds: rotatedAt,
        expiresAtMicroseconds: expiresAt, isSeen: false, attemptHash: attempts[0])
    /// A change of the password replaced `second` by a token that is no successor of it.
    private static let replaced = RefreshRotation.Stored(
        currentHash: fourth.hash, previousHash: second.hash, rotatedAtMicroseconds: rotatedAt,
        expiresAtMicroseconds: expiresAt, isSeen: true)

    struct Row: Sendable, CustomTestStringConvertible {
        let token: RefreshToken
        let afterMicroseconds: Int64
        let expected: RefreshRotation.Decision
        let testDescription: String
        let stored: RefreshRotation.Stored
        let attempt: SecretHash?

        init(
            _ description: String, _ token: RefreshToken, after: Int64,
            of stored: RefreshRotation.Stored = RefreshRotationTests.stored, attempt: SecretHash? = nil,
            _ expected: RefreshRotation.Decision
        ) {
            (self.token, afterMicroseconds, self.expected) = (token, after, expected)
            (self.stored, self.attempt) = (stored, attempt)
            testDescription = description
        }
    }

    static let rows = [
        Row("the current one", third, after: 0, .rotate(fourth)),
        Row("the current one, much later", third, after: 3_599_999_999, .rotate(fourth)),
        Row("the current one, too late", third, after: 3_600_000_000, .expired),
        Row("the previous one at once", second, after: 0, .repeatSuccessor(third)),
        Row("the previous one at the end of its grace", second, after: 9_999_999, .repeatSuccessor(third)),
        Row("the previous one after its grace", second, after: 10_000_000, .reuseDetected),
        Row(
            "the previous one, by a clock that is behind", second, after: -5_000_000, .repeatSuccessor(third)),
        Row(
            "the previous one, by the clock of a database that took over", second, after: -59_000_000,
            .repeatSuccessor(third)),
        Row("the previous one, by a clock set back a day", second, after: -86_400_000_000, .reuseDetected),
        Row(
            "the previous one, whose successor was not seen", second, after: 3_599_999_999, of: unseen,
            .repeatSuccessor(third)),
        Row(
            "the previous one, not seen, by a clock set back a day", second, after: -86_400_000_000,
            of: unseen, .repeatSuccessor(third)),
        Row(
            "the previous one, not seen, of an expired session", second, after: 3_600_000_000, of: unseen,
            .expired),
        Row("two generations back, not seen", first, after: 1, of: unseen, .reuseDetected),
        Row(
            "the same attempt", second, after: 99_000_000, of: tried, attempt: attempts[0],
            .repeatSuccessor(third)),
        Row("another attempt", second, after: 1, of: tried, attempt: attempts[1], .reuseDetected),
        Row(
            "an attempt beside a change of the password", second, after: 1, of: replaced,
            attempt: attempts[0], .unknown),
        Row(
            "an attempt long after a change of the password", second, after: 10_000_000, of: replaced,
            attempt: attempts[0], .reuseDetected),
        Row("no attempt after one", second, after: 1, of: tried, .reuseDetected),
        Row("an attempt after none", second, after: 1, attempt: attempts[0], .reuseDetected),
        Row(
            "the current one with an attempt", third, after: 1, of: tried, attempt: attempts[1],
            .rotate(fourth)),
        Row("the previous one of an expired session", second, after: 3_600_000_000, .expired),
        Row("two generations back, within the grace", first, after: 1, .reuseDetected),
        Row("two generations back, later", first, after: 60_000_000, .reuseDetected),
        Row("one that was never ours", invented, after: 1, .unknown),
    ]

    @Test(arguments: rows) func `decides`(row: Row) {
        let now = Self.rotatedAt + row.afterMicroseconds
        let decision = Self.rotation.decide(
            on: row.token, attempt: row.attempt, stored: row.stored, atMicroseconds: now)
        #expect(decision == row.expected)
    }

    @Test func `knows no token of a session that is gone`() {
        #expect(
            Self.rotation.decide(on: Self.third, stored: nil, atMicroseconds: Self.rotatedAt) == .unknown)
    }

    @Test func `decides on a session that was never rotated`() {
        let fresh = RefreshRotation.Stored(
            currentHash: Self.first.hash, previousHash: nil, rotatedAtMicroseconds: nil,
            expiresAtMicroseconds: Self.expiresAt, isSeen: true)
        let now = Self.rotatedAt
        #expect(
            Self.rotation.decide(on: Self.first, stored: fresh, atMicroseconds: now) == .rotate(Self.second))
        #expect(Self.rotation.decide(on: Self.invented, stored: fresh, atMicroseconds: now) == .unknown)
    }

    @Test func `goes on with the current token, and only with it, when the key has changed`() {
        let other = RefreshRotation(key: RootSecret().subkey(for: .refreshTokens))
        func decide(_ token: RefreshToken, after: Int64) -> RefreshRotation.Decision {
            other.decide(on: token, stored: Self.stored, atMicroseconds: Self.rotatedAt + after)
        }
        guard case .rotate(let successor) = decide(Self.third, after: 1) else {
            Issue.record("a good token was refused")
            return
        }
        #expect(successor != Self.fourth)
        #expect(decide(Self.second, after: 1) == .unknown)
        #expect(decide(Self.second, after: 10_000_000) == .reuseDetected)
    }

    @Test func `finds an old token of any age`() {
        let (token, _) = (0..<500).reduce((Self.first, 0)) { pair, _ in (pair.0.successor(key: Self.key), 0) }
        let stored = RefreshRotation.Stored(
            currentHash: token.hash, previousHash: SecretHash(bytes: Array(repeating: 1, count: 32)),
            rotatedAtMicroseconds: Self.rotatedAt, expiresAtMicroseconds: Self.expiresAt, isSeen: false)
        let decision = Self.rotation.decide(on: Self.first, stored: stored, atMicroseconds: Self.rotatedAt)
        #expect(decision == .reuseDetected)
    }
}
