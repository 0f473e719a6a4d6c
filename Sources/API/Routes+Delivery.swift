internal import HTTP
internal import Service

extension Routes {
    var delivery: [GatedRoute] {
        let streams = services.streams
        return [
            gate.stream(
                "/v1/users/me/stream", for: .user, orBringing: "ticket",
                StreamOwnChanges(streams: streams, states: states, gate: gate)),
            gate.route(
                .post, "/v1/users/me/stream/tickets", for: .user,
                MakeStreamTicket(streams: streams, gate: gate)),
            gate.route(
                .get, "/v1/users/me/changes", for: .user,
                ListOwnChanges(streams: streams, states: states, gate: gate), limits: .longPoll),
            gate.route(
                .get, "/v1/admin/changes", for: [.read, .admin], ListChanges(feed: services.changes),
                limits: .longPoll),
            gate.stream("/v1/admin/stream", for: [.read, .admin], StreamChanges(feed: services.changes)),
        ] + webhooks
    }

    private var webhooks: [GatedRoute] {
        let webhooks = services.webhooks
        let one = "/v1/admin/webhooks/{id}"
        return [
            gate.route(
                .get, "/v1/admin/webhooks", for: [.read, .admin], ListWebhooks(webhooks: webhooks)),
            gate.route(
                .post, "/v1/admin/webhooks", for: .admin, MakeWebhook(webhooks: webhooks), limits: .listening),
            gate.route(.get, one, for: [.read, .admin], ShowWebhook(webhooks: webhooks)),
            gate.route(.patch, one, for: .admin, ChangeWebhook(webhooks: webhooks), limits: .listening),
            gate.route(.delete, one, for: .admin, RemoveWebhook(webhooks: webhooks)),
            gate.route(.post, "\(one)/test", for: .admin, TestWebhook(webhooks: webhooks)),
            gate.route(.post, "\(one)/rotate-secret", for: .admin, RotateWebhookSecret(webhooks: webhooks)),
            gate.route(.post, "\(one)/enable", for: .admin, EnableWebhook(webhooks: webhooks)),
            gate.route(.post, "\(one)/replay", for: .admin, ReplayWebhook(webhooks: webhooks)),
            gate.route(.get, "\(one)/deliveries", for: [.read, .admin], ListDeliveries(webhooks: webhooks)),
            gate.route(
                .post, "\(one)/deliveries/{delivery}/resend", for: .admin, ResendDelivery(webhooks: webhooks)),
            gate.route(
                .post, "\(one)/pull", for: .admin, PullDeliveries(puller: services.webhookPuller),
                limits: .longPoll),
        ]
    }

    var export: GatedRoute {
        gate.stream(
            "/v1/admin/export", for: [.read, .admin],
            ExportRows(exports: services.exports, feed: services.changes))
    }

    private var states: UserStateReader {
        UserStateReader(accounts: accounts, money: services.money, reports: reports)
    }
}

extension RouteLimits {
    /// A call that waits until every process writes what a webhook wants.
    fileprivate static var listening: RouteLimits { RouteLimits(handlerTimeoutMilliseconds: 15_000) }

    /// A call that waits for up to 25 seconds, and then reads.
    fileprivate static var longPoll: RouteLimits { RouteLimits(handlerTimeoutMilliseconds: 35_000) }
}
