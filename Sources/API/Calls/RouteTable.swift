internal import HTTP

/// A route and who may call it.
struct GatedRoute {
    let route: Route
    let access: Access

    var summary: RouteSummary {
        RouteSummary(method: route.method.rawValue, pattern: route.pattern, access: access)
    }
}

/// A line of the route table, for whoever checks what the service says of itself.
package struct RouteSummary: Hashable, Sendable {
    package let method: String
    /// Such as `/v1/users/{uid}/redemptions`.
    package let pattern: String
    package let access: Access
}
