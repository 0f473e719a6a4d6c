internal import Forms
internal import HTTP
internal import JSON

/// The API's description, OpenAPI 3.1, put together from the routes that are served: it can't say anything
/// else than they do.
struct APIDocument {
    /// On every host.
    let routes: [RouteDescription]
    /// On all hosts except those of links, where the path leads to a link.
    let pages: [RouteDescription]
    /// On the link hosts alone.
    let linkRoutes: [RouteDescription]
    /// One of them.
    let linkHost: String
    /// The requests that webhooks get.
    let webhooks: @Sendable (inout Components) -> JSONValue

    var json: JSONValue {
        var components = Components()
        let paths = paths(&components)
        return .object([
            JSONMember("openapi", "3.1.0"), JSONMember("info", Self.info),
            JSONMember("servers", [Self.server]),
            JSONMember(
                "tags",
                .array(tags.map { ["name": .string($0.name), "description": .string($0.meaning)] })),
            JSONMember("security", []), JSONMember("paths", paths),
            JSONMember("webhooks", webhooks(&components)),
            JSONMember("components", components.json(Access.securitySchemes)),
        ])
    }

    /// Our own, and between them those of other modules, if they have routes.
    private var tags: [Tag] {
        let added = routes.map(\.operation.tag).filter { !(Tag.first + Tag.last).contains($0) }
        return Tag.first + added.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } + Tag.last
    }

    private func paths(_ components: inout Components) -> JSONValue {
        var paths: [(pattern: String, methods: [JSONMember])] = []
        func add(_ route: RouteDescription, servers: JSONValue? = nil) {
            let method = JSONMember(
                route.method.rawValue.lowercased(), route.json(&components, servers: servers))
            if let index = paths.firstIndex(where: { $0.pattern == route.pattern }) {
                paths[index].methods.append(method)
            } else {
                paths.append((route.pattern, [method]))
            }
        }
        for route in routes { add(route) }
        for route in linkRoutes { add(route, servers: [linkServer]) }
        for route in pages where !linkRoutes.contains(where: { $0.pattern == route.pattern }) { add(route) }
        return .object(paths.map { JSONMember($0.pattern, .object($0.methods)) })
    }

    private static let server: JSONValue = [
        "url": "http://127.0.0.1:8080", "description": "The default address of `shipmate serve`.",
    ]

    private var linkServer: JSONValue {
        [
            "url": "https://{link_host}",
            "description": "Each prefix of the app's profile; on other hosts the path is not found.",
            "variables": ["link_host": ["default": .string(linkHost)]],
        ]
    }

    private static let info: JSONValue = [
        "title": "Shipmate", "version": .string(ProductVersion.current),
        "summary": "Referral rewards: each granted once, explained, and in a ledger that adds up.",
        "description": .string(introduction),
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
    ]

    private static let introduction = """
        JSON in snake_case. Ids are lower-case UUIDs, times RFC 3339 in UTC with milliseconds, amounts \
        64-bit integers in a currency's smallest unit. So are counters and `min_amount`; JavaScript's \
        `JSON.parse` rounds those above 9007199254740991 (2^53 − 1). An unknown field of a request is \
        refused, so that a mistyped name isn't lost. Null in a request counts as absent, and text can't \
        contain U+0000. Replies grow: ignore unknown fields, and expect values that `x-extensible-enum` \
        doesn't list. Errors are problem details (RFC 9457) with stable `type` names. Lists take `limit` \
        and `cursor` and return `next_cursor`. `me` in a path is the token's own uid. To a user, another \
        user's resource is 404. HEAD works wherever GET does, and OPTIONS lists a path's methods. By \
        default every reply has `Cache-Control: no-store` and `X-Content-Type-Options: nosniff`.
        """
}
