internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import EventLoops
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// A signed-in operator's request.
struct Visit {
    let request: Request
    let user: ConsoleUser
    let services: Services
    let words: Words
    /// Of the session; what forms are bound to.
    let token: String

    var query: Query { request.query }
    var now: Timestamp { services.clock.now }
    /// Since 1970-01-01, in the programme's time zone.
    var today: Int32 { services.clock.today }

    /// Whether the page's table is asked for as a file.
    var wantsCSV: Bool { query["format"] == "csv" }

    /// Each form of this session contains it, and no other site's form can.
    var formToken: String { Self.formToken(of: token) }

    static func formToken(of token: String) -> String {
        Base64URL.encode(SHA256.hash(Array("console form \(token)".utf8)))
    }

    func may(_ right: Right) -> Bool { right.isHeld(by: user.role) }

    /// For a form, so that sending it twice is one action.
    func newID() -> UUID { UUIDv7Generator().next(atMicroseconds: now.microsecondsSince1970) }

    /// The player that the path names.
    func pathPlayer() async throws(Problem) -> User {
        guard let uid = request.parameter("uid").flatMap(UserID.init(cursor:)) else { throw .notFound }
        return try await reading { () throws(AccountError) in try await services.accounts.user(uid) }
    }

    func pathID() throws(Problem) -> UUID {
        guard let id = request.parameter("id").flatMap({ UUID(text: $0) }) else { throw .notFound }
        return id
    }

    /// In Unicode scalars: longer than any name that one searches for, and any cursor.
    private static let itemMax = 4_096

    /// A trimmed item of the query; nil for an empty one.
    func item(_ name: String) -> String? {
        guard let text = query[name] else { return nil }
        let trimmed = String(text.trimmed.unicodeScalars.filter { $0.value != 0 }.prefix(Self.itemMax))
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension String {
    /// Without white space around it.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

/// Has a use case read something: what it refuses isn't there.
func reading<Value, Failure: ServiceError>(
    _ body: () async throws(Failure) -> Value
) async throws(Problem) -> Value {
    do throws(Failure) {
        return try await body()
    } catch {
        if error == .unavailable { throw .unavailable }
        if error == .internalError { throw .internalError }
        throw .notFound
    }
}
