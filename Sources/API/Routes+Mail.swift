internal import HTTP
internal import JSON
internal import Pages
internal import Service

// An account holder's calls about e-mail, password and sessions, some of them with a mailed link.
extension Routes {
    var recovering: [GatedRoute] { emails + passwords + holdersSessions + accountPages + deletionPage }

    private var emails: [GatedRoute] {
        let emails = services.emails
        return [
            gate.route(
                .post, "/v1/users/me/email/verification", for: .user, AskVerification(emails: emails)),
            gate.route(.put, "/v1/users/me/email", for: .user, ChangeEmail(emails: emails)),
            gate.route(.post, "/v1/email-verifications", for: .anyone, ConfirmEmail(emails: emails)),
        ]
    }

    private var passwords: [GatedRoute] {
        let recovery = services.recovery
        return [
            gate.route(.put, "/v1/users/me/password", for: .user, ChangePassword(recovery: recovery)),
            gate.route(.delete, "/v1/users/me/password-reset", for: .user, RefuseReset(recovery: recovery)),
            gate.route(.post, "/v1/password-resets", for: .anyone, AskReset(recovery: recovery)),
            gate.route(
                .post, "/v1/password-resets/{token}", for: .anyone, ResetPassword(recovery: recovery)),
        ]
    }

    private var holdersSessions: [GatedRoute] {
        let sessions = services.sessions
        let all = "/v1/users/me/sessions"
        return [
            gate.route(.get, all, for: .user, ListSessions(sessions: sessions)),
            gate.route(.delete, all, for: .user, EndSessions(which: .all, sessions: sessions)),
            gate.route(.delete, all + "/{sid}", for: .user, EndSessions(which: .one, sessions: sessions)),
        ]
    }

    private var deletionPage: [GatedRoute] {
        let path = DeletionPage.path
        return [
            page(path, ShowDeletionPage(deletions: services.deletions, brand: brand)),
            gate.route(
                .post, path, for: .anyone, UseDeletionPage(deletions: services.deletions, brand: brand),
                limits: RouteLimits(bodyBytesMax: 4_096), problems: .page(brand), unknownQuery: .ignored),
        ]
    }

    /// Where links in mails lead.
    private var accountPages: [GatedRoute] {
        AccountPage.Kind.allCases.flatMap { kind in
            [
                page(
                    kind.path,
                    ShowAccountPage(
                        kind: kind, emails: services.emails, recovery: services.recovery, brand: brand)),
                gate.route(
                    .post, kind.path, for: .anyone,
                    UseAccountPage(
                        kind: kind, emails: services.emails, recovery: services.recovery, brand: brand),
                    limits: RouteLimits(bodyBytesMax: 4_096), problems: .page(brand), unknownQuery: .ignored),
            ]
        }
    }
}
