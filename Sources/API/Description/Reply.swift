internal import HTTP
internal import JSON

/// A call's successful reply.
struct Reply {
    let status: Int
    let meaning: String
    /// In several media types where the caller chooses; empty for no body.
    let contents: [Content]
    let headers: [ReplyHeader]

    func json(_ components: inout Components) -> JSONValue {
        var members = [
            JSONMember("description", .string(meaning)),
            JSONMember("headers", Self.headers(headers, &components)),
        ]
        if !contents.isEmpty {
            members.append(JSONMember("content", .object(contents.map { $0.member(&components) })))
        }
        return .object(members)
    }

    /// Every reply names its request.
    static func headers(_ headers: [ReplyHeader], _ components: inout Components) -> JSONValue {
        .object(([.requestID] + headers).map { components.link($0) })
    }
}
