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
    /// The keys of who made a token may have to be fetched first, which has limits of its own.
    static let outside = RouteLimits(
        handlerTimeoutMilliseconds: 5_000, takesLong: { $0.body.contains("id_token".utf8) })
}
