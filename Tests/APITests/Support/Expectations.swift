import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// A new id, as clients make them.
func newID() -> String { UUID().uuidString.lowercased() }

/// That a reply is this problem, in the shape that all problems have.
///
/// - Parameter mistakes: each as `pointer code`; not looked at unless told.
func expectProblem(
    _ reply: TestClient.Reply, _ status: Int, _ slug: String, mistakes: [String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(reply.status == status, "\(reply.text)", sourceLocation: sourceLocation)
    #expect(reply.problem == slug, sourceLocation: sourceLocation)
    #expect(reply.json["type"]?.string == "/problems/" + slug, sourceLocation: sourceLocation)
    #expect(reply.json["status"]?.integer == Int64(status), sourceLocation: sourceLocation)
    #expect(reply.json["title"]?.string?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(reply[header: "content-type"] == "application/problem+json", sourceLocation: sourceLocation)
    let id = reply.json["request_id"]?.string
    #expect(id?.count == 16 && id == reply[header: "x-request-id"], sourceLocation: sourceLocation)
    if let mistakes { #expect(reply.mistakes == mistakes, sourceLocation: sourceLocation) }
}

/// That a call succeeded.
func expect(
    _ reply: TestClient.Reply, _ status: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(reply.status == status, "\(reply.text)", sourceLocation: sourceLocation)
    #expect(reply[header: "x-request-id"]?.count == 16, sourceLocation: sourceLocation)
    if status != 204 {
        #expect(reply[header: "content-type"] == "application/json", sourceLocation: sourceLocation)
    }
}

extension JSONValue {
    /// The names of an object's members, in order.
    var names: [String] {
        if case .object(let members) = self { members.map(\.name) } else { [] }
    }

    /// Whether this is a time as the API writes them: `2026-11-21T12:00:00.000Z`.
    var isTime: Bool {
        string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    }
}

extension TestClient {
    func get(_ path: String, token: String? = nil) throws -> Reply {
        try send("GET", path, token: token)
    }

    /// Posts an event of `members` and an `id`.
    func event(
        _ members: [String: JSONValue], id: String = newID(), token: String
    ) throws -> Reply {
        try send("POST", "/v1/events", token: token, Self.event(members, id: id))
    }

    static func event(_ members: [String: JSONValue], id: String = newID()) -> JSONValue {
        .object(
            [JSONMember("id", .string(id))]
                + members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) })
    }

    /// As an administrator does before money is moved in it.
    @discardableResult
    func declare(_ currency: String, title: String = "A test's", state: String = "active", key: String) throws
        -> Reply
    {
        try send(
            "PUT", "/v1/admin/currencies/\(currency)", token: key,
            ["title": .string(title), "state": .string(state)])
    }

    /// Moves money by hand, an administrator in a currency that is declared then.
    @discardableResult
    func move(
        _ amount: Int64, _ kind: Movement, in currency: String = "pieces_of_eight", of uid: String,
        id: String = newID(), reason: String = "a test", key: String
    ) throws -> Reply {
        if kind == .adjustment, currency != "pieces_of_eight" { try declare(currency, key: key) }
        return try send(
            "POST", kind.path(of: uid), token: key,
            [
                "id": .string(id), "currency": .string(currency), "amount": .integer(amount),
                "reason": .string(reason),
            ])
    }

    enum Movement {
        case redemption
        case adjustment

        func path(of uid: String) -> String {
            switch self {
            case .redemption: "/v1/users/\(uid)/redemptions"
            case .adjustment: "/v1/admin/users/\(uid)/adjustments"
            }
        }
    }

    /// All items of a list, read page by page; records an issue should it have no end.
    func all(_ name: String, of path: String, limit: Int, token: String) throws -> [JSONValue] {
        var items: [JSONValue] = []
        var next = path + "?limit=\(limit)"
        for _ in 0..<100 {
            let page = try get(next, token: token)
            expect(page, 200)
            let found = page.json[name]?.array ?? []
            #expect(found.count <= limit)
            items += found
            guard let cursor = page.json["next_cursor"]?.string else { return items }
            next = path + "?limit=\(limit)&cursor=\(cursor)"
        }
        Issue.record("the list has no end")
        return items
    }
}
