internal import Accounts
internal import Forms
internal import HTTP
package import JSON

/// A header field that a reply has.
package struct ReplyHeader: Equatable, Sendable {
    let name: String
    /// Its name among the document's components, if one field has several meanings.
    let component: String
    let isRequired: Bool
    let schema: Schema
    let meaning: String
    let example: JSONValue?

    package init(
        _ name: String, as component: String? = nil, _ meaning: String,
        _ schema: Schema = .string(upTo: 65_536),
        isRequired: Bool = true, example: JSONValue? = nil
    ) {
        self.name = name
        self.component = component ?? name
        self.isRequired = isRequired
        self.schema = schema
        self.meaning = meaning
        self.example = example
    }

    func json(_ components: inout Components) -> JSONValue {
        var members = [JSONMember("description", .string(meaning))]
        if isRequired { members.append(JSONMember("required", .bool(true))) }
        members.append(JSONMember("schema", schema.json(&components)))
        if let example { members.append(JSONMember("example", example)) }
        return .object(members)
    }
}

extension ReplyHeader {
    /// On every reply, without a declaration.
    static let requestID = ReplyHeader(
        "X-Request-Id", "Identifies the request in the logs.", .string.pattern("[0-9a-f]{16}"),
        example: "5f1c8a90b3d2e471")

    static let changesCursor = ReplyHeader(
        "Changes-Cursor", "Where the feed of changes goes on after this copy; absent if the feed is off.",
        .string(upTo: 64), isRequired: false, example: "1042.20778")

    static let location = ReplyHeader(
        "Location", "The address of the new resource.", example: "/v1/users/me")

    static let etag = ReplyHeader(
        "ETag", "The version, for `If-Match`.", .string.pattern("\"[0-9]+\""), example: "\"1\"")

    static let retryAfter = ReplyHeader("Retry-After", "Seconds to wait.", .integer(from: 1), example: 1)

    static let wwwAuthenticate = ReplyHeader(
        "WWW-Authenticate", "The required scheme, RFC 6750.", example: "Bearer")

    static let allow = ReplyHeader(
        "Allow", "The path's methods; with 405.", isRequired: false, example: "GET, HEAD, OPTIONS")
}

extension ReplyHeader {
    static let cacheControl = ReplyHeader(
        "Cache-Control", "How long the reply can be cached.", isRequired: false,
        example: "public, max-age=300")

    /// Where a link leads.
    static let destination = ReplyHeader(
        "Location", as: "Destination", "The destination.",
        example: """
            https://play.google.com/store/apps/details?id=com.example.game&referrer=\
            link_click_id%3D01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5d
            """)

    static let contentDisposition = ReplyHeader(
        "Content-Disposition", "A file to save, and its name.",
        example: "attachment; filename=\"01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41.json\"")

    static let contentSecurityPolicy = ReplyHeader(
        "Content-Security-Policy",
        "Allows the page's own style, and images on pages that show one. Everything else is blocked.",
        example: "default-src 'none'; style-src 'self'")

    static let referrerPolicy = ReplyHeader(
        "Referrer-Policy", "Keeps the visitor's previous page private.", example: "no-referrer")
}
