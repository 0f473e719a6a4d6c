import API
import HTTP
import JSON
import TestSupport

extension RepeatedCallStage {
    func linkPlay(_ call: RepeatableCall) throws -> RepeatedPlay {
        let click = try newClick()
        if call == .linkEvent {
            let body: JSONValue = ["link_click_id": .string(click), "event": "first_open"]
            return RepeatedPlay(
                client: client, request: { _ in .init(path: "/v1/links/events", body: body) },
                essence: { $0 }, done: "SELECT sum(first_open) FROM link_stats")
        }
        var headers = Self.callKey
        headers["X-Forwarded-For"] = opener.address
        let body: JSONValue = [
            "link_click_id": .string(click), "device": opener.device, "bundle_id": "com.example.game",
        ]
        return RepeatedPlay(
            client: client,
            request: { [headers] _ in .init(path: "/v1/links/claim", headers: headers, body: body) },
            essence: { $0["link_click_id"] }, done: Self.claimed(click))
    }

    private static func claimed(_ click: String) -> String {
        "SELECT count(*) FROM clicks WHERE id = '\(click)' AND claimed_at IS NOT NULL"
    }

    func branchMoneyPlay(_ call: RepeatableCall) -> RepeatedPlay {
        let (path, kind) =
            switch call {
            case .branchRedemption: ("/v1/redeem", "redemption")
            case .branchCredit: ("/v1/credits", "adjustment")
            default: ("/v1/reconcile", "adjustment")
            }
        return RepeatedPlay(
            client: client,
            request: { uid in
                .init(
                    path: path, headers: Self.callKey,
                    body: Self.branch(["identity": .string(uid), "amount": 30]))
            }, essence: { $0["id"] ?? $0 },
            done: "SELECT count(*) FROM ledger_entries WHERE kind = '\(kind)' AND abs(amount) = 30")
    }

    /// A milestone is reached once, whatever is sent.
    func branchEventPlay(_ call: RepeatableCall) -> RepeatedPlay {
        let (path, milestone) =
            switch call {
            case .branchEvent: ("/v1/event", "done")
            case .branchCustomEvent: ("/v2/event/custom", "done")
            default: ("/v2/event/standard", "complete_tutorial")
            }
        let done = """
            SELECT max(n) FROM (SELECT count(*) AS n FROM users, unnest(milestones) AS m
                WHERE m = '\(milestone)' GROUP BY uid) AS counts
            """
        return RepeatedPlay(
            client: client,
            request: { uid in
                let name = JSONValue.string(milestone.uppercased())
                let user: JSONValue = ["developer_identity": .string(uid)]
                let body: [String: JSONValue] =
                    call == .branchEvent
                    ? ["identity": .string(uid), "event": name] : ["name": name, "user_data": user]
                return .init(path: path, body: Self.branch(body))
            }, essence: { $0 }, done: done)
    }

    func branchSessionPlay(_ call: RepeatableCall) throws -> RepeatedPlay {
        let click = try newClick()
        var headers = Self.callKey
        headers["X-Forwarded-For"] = opener.address
        let body: JSONValue = [
            "branch_key": "key_live_test", "link_identifier": .string(click), "os": "Android",
            "os_version": "14", "model": "Pixel 8",
        ]
        let path = call == .branchInstall ? "/v1/install" : "/v1/open"
        return RepeatedPlay(
            client: client, request: { [headers] _ in .init(path: path, headers: headers, body: body) },
            essence: { $0["link_click_id"] }, done: Self.claimed(click))
    }

    private static func branch(_ members: [String: JSONValue]) -> JSONValue {
        .object(
            members.merging(["branch_key": "key_live_test", "branch_secret": "secret_live_test"]) { $1 })
    }
}
