internal import Crypto
internal import FoundationEssentials
internal import HTTP
package import JSON

/// Anne, who invites, and what happens around her.
package struct LinkCast {
    package let server: TestServer
    package let client: TestClient
    package let anne: TestUser

    /// On a server with links, where Anne has an account and shows her name.
    package static func with(
        _ options: TestServer.Options = .links, _ body: (LinkCast) async throws -> Void
    ) async throws {
        try await TestServer.with(options) { server in
            let client = try server.client
            var anne = try client.signUp()
            try client.link(&anne, email: "anne@example.com").required(200)
            let name: JSONValue = ["full_name": "Anne Bonny", "short_name": "Anne"]
            try client.send("PUT", "/v1/users/me/profile", token: anne.token, name).required(200)
            try await body(LinkCast(server: server, client: client, anne: anne))
        }
    }

    package func invite(_ members: [String: JSONValue]) throws -> TestClient.Reply {
        try client.invite(members, token: anne.token).required(201)
    }

    /// The click's id in where a link has led: a store, an app or a page.
    package func clickID(in text: String) throws -> String {
        guard let found = text.firstMatch(of: /link_click_id(?:=|%3D)([0-9a-f-]{36})/) else {
            throw TestCluster.Failure(description: "no click in \(text)")
        }
        return String(found.1)
    }

    package func claim(_ members: [String: JSONValue], as opener: Opener) throws -> TestClient.Reply {
        try client.claim(members, as: opener).required(200)
    }

    /// The app tells what became of the click that it claimed.
    package func count(_ event: String, _ claim: TestClient.Reply) throws {
        let click = claim.json["link_click_id"] ?? .null
        try client.send("POST", "/v1/links/events", ["link_click_id": click, "event": .string(event)])
            .required(204)
    }

    /// The app's actions with a claim: sign up with it, link a credential, reach level 5.
    package func play(
        after claim: TestClient.Reply, email: String, reportedBy key: String? = nil
    ) throws -> TestUser {
        try play(
            referredBy: claim.json["invitation"]?["referral_code"]?.string,
            claim.json["match"]?.string, email: email, reportedBy: key)
    }

    /// - Parameter confidence: nil for a code that the friend has typed.
    package func play(
        referredBy code: String?, _ confidence: String? = nil, email: String, reportedBy key: String? = nil
    ) throws -> TestUser {
        var friend = try client.signUp(referredBy: code, confidence: confidence)
        let uid = friend.uid
        try client.link(&friend, email: email).required(200)
        guard friend.uid == uid else { throw TestCluster.Failure(description: "the uid has changed") }
        let id = UUID().uuidString.lowercased()
        try client.reachLevel(5, token: key ?? friend.token, id: id, uid: key.map { _ in uid }).required(200)
        return friend
    }

    /// An administrator pays all that is held, and says by which rules it was granted.
    package func releaseHeldRewards() async throws -> Set<String> {
        let admin = try await server.key(.admin)
        let held = try client.send("GET", "/v1/admin/rewards?status=held", token: admin).required(200)
        let rewards = held.json["rewards"]?.array ?? []
        for reward in rewards {
            let (uid, id) = (reward["beneficiary"]?.string ?? "", reward["id"]?.string ?? "")
            let path = "/v1/admin/users/\(uid)/rewards/\(id)/release"
            try client.send("POST", path, token: admin, ["reason": "They know each other"]).required(200)
        }
        return Set(rewards.compactMap { $0["rule"]?.string })
    }
}

extension LinkCast {
    /// Anne's and a friend's rewards, hers first, and whether the ledger adds up.
    package struct PaidSummary: Equatable, Sendable {
        package var balances: [Int64]
        /// Each as `rule amount status`.
        package var rewards: [[String]]
        package var entries: [[String]]
        package var isBalanced: Bool

        package static let bothPaid = PaidSummary(
            balances: [50, 50], rewards: [["level-5 50 paid"], ["signup 50 paid"]],
            entries: [["grant"], ["grant"]], isBalanced: true)
        package static let bothHeld = PaidSummary(
            balances: [0, 0], rewards: [["level-5 50 held"], ["signup 50 held"]], entries: [[], []],
            isBalanced: true)
        package static let unpaid = PaidSummary(
            balances: [0, 0], rewards: [[], []], entries: [[], []], isBalanced: true)
    }

    package func paidSummary(with friend: TestUser) async throws -> PaidSummary {
        let tokens = [anne.token, friend.token]
        let check = try client.send("GET", "/v1/admin/ledger/check", token: try await server.key(.read))
        return PaidSummary(
            balances: try tokens.map { try client.balance(token: $0) },
            rewards: try tokens.map { token in
                try items("rewards", token).map { reward in
                    let texts = ["rule", "status"].map { reward[$0]?.string ?? "?" }
                    return "\(texts[0]) \(reward["amount"]?.integer ?? -1) \(texts[1])"
                }
            },
            entries: try tokens.map { try items("ledger", $0, "entries").map { $0["kind"]?.string ?? "?" } },
            isBalanced: check.json["balanced"] == true)
    }

    private func items(_ path: String, _ token: String, _ name: String? = nil) throws -> [JSONValue] {
        try client.send("GET", "/v1/users/me/\(path)", token: token).required(200)
            .json[name ?? path]?.array ?? []
    }
}
