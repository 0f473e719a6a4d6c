internal import HTTP
internal import Service

extension Routes {
    /// What players sign in by that others vouch for.
    var identities: [GatedRoute] {
        [
            gate.route(
                .put, "/v1/users/me/identities/{provider}", for: .user,
                LinkIdentity(identities: services.identities), limits: .outside),
            gate.route(
                .delete, "/v1/users/me/identities/{provider}", for: .user,
                UnlinkIdentity(identities: services.identities)),
        ]
    }
}

extension RouteLimits {
    /// A provider's keys may have to be fetched first, which has limits of its own.
    static let outside = RouteLimits(handlerTimeoutMilliseconds: 5_000)
}
