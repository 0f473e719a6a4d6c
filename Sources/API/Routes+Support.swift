internal import HTTP
internal import JSON
internal import Service

extension Routes {
    /// Administrators' help for a player who has lost an account.
    var support: [GatedRoute] {
        let (user, support) = ("/v1/admin/users/{uid}", services.support)
        return [
            gate.route(.get, user + "/sessions", for: [.read, .admin], ListUserSessions(support: support)),
            gate.route(.delete, user + "/sessions", for: .admin, EndUserSessions(support: support)),
            gate.route(
                .delete, user + "/identities/{provider}", for: .admin, UnlinkUserIdentity(support: support)),
            gate.route(.post, user + "/password-reset", for: .admin, MailReset(support: support)),
            gate.route(.put, user + "/email", for: .admin, SetUserEmail(support: support)),
        ]
    }
}
