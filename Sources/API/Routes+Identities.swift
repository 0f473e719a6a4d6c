internal import Accounts
internal import HTTP
internal import JSON
internal import Service

extension Routes {
    /// Sign-in with identities of other providers.
    var identities: [GatedRoute] {
        [
            gate.route(
                .put, "/v1/users/me/identities/{provider}", for: .user,
                LinkIdentity(identities: services.identities), limits: outside),
            gate.route(
                .delete, "/v1/users/me/identities/{provider}", for: .user,
                UnlinkIdentity(identities: services.identities)),
        ]
    }

    /// The keys of who made a token may have to be fetched first, which has limits of its own. Whatever else
    /// such a call waits for is no reason to wait longer than others do.
    var outside: RouteLimits {
        let identities = services.identities
        return RouteLimits(handlerTimeoutMilliseconds: 5_000) { identities.awaitsKeys }
    }
}
