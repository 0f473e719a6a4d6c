internal import HTTP
internal import JSON
package import Links

/// A route and who may call it.
package struct GatedRoute {
    let route: Route
    let access: Access
    let repeatable: [RepeatableCall]
    /// The API's description of it, made on demand.
    let describe: () -> RouteDescription
}

/// A line of the route table, for tests that compare it with the description.
package struct RouteSummary: Hashable, Sendable {
    package let method: String
    /// Such as `/v1/users/{uid}/redemptions`.
    package let pattern: String
    package let access: Access
    package let repeatable: [RepeatableCall]
    /// Where the pattern begins; nil when it exists on other hosts too.
    package let prefix: LinkPrefix?
    /// Whether it exists on all hosts but those of links.
    package let isElsewhere: Bool

    init(_ gated: GatedRoute, prefix: LinkPrefix? = nil, isElsewhere: Bool = false) {
        self.isElsewhere = isElsewhere
        method = gated.route.method.rawValue
        pattern = gated.route.pattern
        access = gated.access
        repeatable = gated.repeatable
        self.prefix = prefix
    }
}
