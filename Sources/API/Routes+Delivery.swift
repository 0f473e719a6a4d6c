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
    /// A call that waits for up to 25 seconds, and then reads.
    fileprivate static var longPoll: RouteLimits { RouteLimits(handlerTimeoutMilliseconds: 35_000) }
}
