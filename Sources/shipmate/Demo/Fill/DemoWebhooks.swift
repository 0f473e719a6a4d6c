internal import Delivery
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Service
internal import Store
internal import Values

/// Three webhooks: a healthy one, whose receiver pulls, one whose host doesn't exist, and a disabled one.
struct DemoWebhooks {
    private static let description = "The demo's"
    private static let refusals = 3

    let stage: DemoStage
    /// As the service.
    let pool: PostgresPool

    /// - Parameter makeChanges: has something happen that webhooks send.
    func fill(_ makeChanges: () async throws -> Void) async throws {
        let made = try await stage.together([
            WebhookTerms(url: WebhookTerms.pulledURL, types: nil, description: "Data warehouse"),
            WebhookTerms(
                url: "https://crm.example.invalid/shipmate", types: [.levelReached, .rewardPaid],
                description: "CRM; its host has moved"),
            WebhookTerms(
                url: "https://old-shop.example.invalid/hooks", types: [.balanceChanged],
                description: "The old shop"),
        ]) { terms in
            try await self.stage.services.webhooks.create(terms, [], by: DemoStage.actor).webhook.id
        }
        try await pool.run(
            SetWebhookState(made[2], to: .disabled, because: "the receiver replied 410 Gone"))
        try await pool.run(NotifyWebhooks())
        try await makeChanges()
        try await pull(made[0])
    }

    /// Pulls what there is. The receiver accepts nearly all.
    private func pull(_ id: UUID) async throws {
        var (results, count): ([PulledResult], Int) = ([], 0)
        repeat {
            let pulled = try await stage.services.webhookPuller.pull(
                id, results: results, waitingMilliseconds: 1_500)
            results = pulled.map { delivery in
                count += 1
                return PulledResult(
                    delivery.row.cursor, status: count <= Self.refusals ? 503 : 200, failure: nil)
            }
        } while !results.isEmpty
    }
}
