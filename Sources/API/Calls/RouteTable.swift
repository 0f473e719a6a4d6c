internal import HTTP
package import Referrals

/// A route and who may call it.
struct GatedRoute {
    let route: Route
    let access: Access
}

/// A line of the route table, for whoever checks what the service says of itself.
package struct RouteSummary: Hashable, Sendable {
    package let method: String
    /// Such as `/v1/users/{uid}/redemptions`.
    package let pattern: String
    package let access: Access
    /// Where the pattern begins; nil when it exists on every host.
    package let prefix: LinkPrefix?

    init(_ gated: GatedRoute, prefix: LinkPrefix? = nil) {
        method = gated.route.method.rawValue
        pattern = gated.route.pattern
        access = gated.access
        self.prefix = prefix
    }
}
