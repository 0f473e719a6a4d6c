package import HTTP
package import Service

/// The pages at `/admin`, for those who run the programme.
///
/// They call the same use cases as the API, and have no rules of their own. Nothing on them needs a script.
package struct AdminConsole: Sendable {
    private let configuration: ConsoleConfiguration

    package init(_ configuration: ConsoleConfiguration) {
        self.configuration = configuration
    }

    package func routes(_ services: Services) -> [Route] {
        let gate = ConsoleGate(services: services, configuration: configuration)
        return signIn(gate) + views.map(gate.route)
            + [
                gate.download(ExportDownload.path, for: .exportTables) {
                    visit, pieces throws(Problem) in
                    try await ExportDownload(visit).send(visit, through: pieces)
                },
                gate.action("/admin/rules/try", for: .editRules, RuleEditorView.tryOut),
                gate.action(
                    LinkImportPage.path, for: .editLinks, bodyBytesMax: LinkImportPage.bodyBytesMax,
                    tooLarge: LinkImportPage.tooLarge, LinkImportPage.use),
                gate.action("/admin/trials/{id}/save", for: .editRules, TrialView.save),
                gate.action("/admin/changes/{id}/try", for: .editRules, ChangeDetailView.tryOut),
            ]
            + actions.map { gate.action($0.path, for: $0.right, ActionPage(action: $0).use) }
    }

    private func signIn(_ gate: ConsoleGate) -> [Route] {
        let page = SignInPage(gate: gate)
        let invitation = InvitationPage(gate: gate)
        return [
            gate.open(.get, EntryForm.signIn.rawValue, page.show),
            gate.open(.post, EntryForm.signIn.rawValue, page.use),
            gate.open(.get, EntryForm.invitation.rawValue, invitation.show),
            gate.open(.post, EntryForm.invitation.rawValue, invitation.use),
            gate.action("/admin/sign-out", for: nil, page.signOut),
            gate.action("/admin/account/sessions/{id}/end", for: nil, AccountView.end),
        ]
    }

    /// Actions with a summary and a confirmation.
    var actions: [any ConsoleAction] {
        [
            ModeratePlayer(), EndPlayerSessions(), AdjustBalance(), DecideReviews(), ReverseReward(),
            ApproveChange(), RefuseChange(), WithdrawChange(),
            SetRuleStateAction(), WriteNote(), RefundRedemption(), ErasePlayer(),
            CreateWebhook(), ChangeWebhook(), RotateWebhookSecret(), EnableWebhook(), RemoveWebhook(),
            TestWebhook(), ReplayWebhook(), ResendDelivery(), CreateLink(), SwitchLink(), ChangeTrust(),
        ]
    }

    /// Every page that someone who has signed in may see.
    var views: [any ConsoleView] {
        [
            OverviewView(), SearchView(), PlayersView(), PlayerView(), PlayerLedgerView(),
            PlayerRewardsView(), PlayerEventsView(), PlayerFriendsView(), PlayerAccountView(),
            PlayerAuditView(), PlayerNotesView(), SeenByPlayerView(), PlayerTreeView(),
            PlayerStatementView(), ExportsView(), NewLinkView(), ImportLinksView(),
            RefundRedemptionView(),
            WebhookFormView.new, WebhookFormView.edit, ResendDeliveryView(),
            RewardsView(), ReviewsView(),
            ReviewDetailView(), ReverseRewardView(),
            RulesView(), RuleDetailView(), RuleEditorView.edit, RuleEditorView.new,
            TrialView(), TrustView(), ChangesView(), ChangeDetailView(), LinksView(),
            LinkDetailView(), WebhooksView(), WebhookDetailView(), AuditView(), KeysView(),
            HealthView(configuration: configuration), AccountView(),
        ]
    }
}
