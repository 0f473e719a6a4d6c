import API
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// An anonymous player with some money, an account that it is to be merged into, and a friend of each kind.
struct RepeatedCallStage {
    static let signUpKey = ["Idempotency-Key": "an-install-secret-0123456789"]
    static let callKey = ["Idempotency-Key": "a-caller-secret-0123456789ab"]

    let cast: MergeCast
    let anne: TestUser
    let player: TestUser
    let account: TestUser
    let opener = Opener.android(at: "192.0.2.7")

    var client: TestClient { cast.client }

    init(_ server: TestServer) async throws {
        cast = try await MergeCast(server)
        anne = try cast.client.signUp()
        player = TestUser(try cast.client.send("POST", "/v1/users", headers: Self.signUpKey, [:]))
        account = try cast.account("ben")
        for user in [player, account] {
            try cast.client.move(100, .adjustment, of: user.uid, key: cast.admin).required(201)
        }
    }

    func merge() throws {
        try cast.merge(player.token, into: "ben").required(200)
    }

    func postMerge(on client: TestClient) throws {
        try client.post(
            "POST", "/v1/sessions",
            [
                "email": "ben@example.com", "password": .string(TestClient.password),
                "merge": .string(player.token),
            ])
    }

    func erase() async throws {
        try client.send("DELETE", "/v1/admin/users/\(player.uid)", token: cast.admin).required(204)
        #expect(try await eventually { try client.isErased(player, key: cast.admin) })
    }

    func token(of uid: String) -> String { uid == account.uid ? account.token : player.token }

    /// Whether a transaction waits for a lock.
    var isSomethingWaiting: Bool {
        get throws {
            try cast.server.database.psql("SELECT count(*) > 0 FROM pg_locks WHERE NOT granted") == "t"
        }
    }

    func newClick() throws -> String {
        let link = try client.makeLink(token: anne.token).required(201).shortLink
        return try client.clickID(of: link, as: opener)
    }

    /// The id of the player's reward for a friend.
    func reward(confidence: String? = nil) throws -> String {
        let friend = try client.signUp(referredBy: player.code, confidence: confidence)
        try client.reachLevel(5, token: friend.token, id: newID()).required(200)
        let path = "/v1/admin/users/\(player.uid)/rewards"
        let rewards = try client.get(path, token: cast.admin).json["rewards"]
        return try #require(rewards?[0]?["id"]?.string)
    }
}

extension RepeatedCallStage {
    func play(_ call: RepeatableCall) throws -> RepeatedPlay {
        switch call {
        case .signUp, .referrer: try userPlay(call)
        case .event, .eventBatch: eventPlay(isBatch: call == .eventBatch)
        case .redemption, .reservation, .adjustment: postingPlay(call)
        case .capture, .cancellation, .refund: try settlingPlay(call)
        case .rewardRelease, .rewardVoid, .rewardReversal, .reviews: try rewardPlay(call)
        case .claim, .linkEvent: try linkPlay(call)
        case .branchRedemption, .branchCredit, .branchReconciliation: branchMoneyPlay(call)
        case .branchEvent, .branchCustomEvent, .branchStandardEvent: branchEventPlay(call)
        case .branchInstall, .branchOpen: try branchSessionPlay(call)
        }
    }

    /// The key's user is anonymous only until the merge: then it makes another, and nothing of the account's.
    private func userPlay(_ call: RepeatableCall) throws -> RepeatedPlay {
        if call == .signUp {
            return RepeatedPlay(
                client: client,
                request: { _ in .init(path: "/v1/users", headers: Self.signUpKey) },
                essence: { $0["referral"] }, done: "SELECT count(*) FROM sign_up_keys",
                statusAfterErasure: 201)
        }
        let counted = "SELECT greatest(1, count(*)) FROM events WHERE type = 'referrer_recorded'"
        return RepeatedPlay(
            client: client,
            request: { [anne] uid in
                .init(
                    method: "PUT", path: "/v1/users/me/referrer", token: token(of: uid),
                    body: ["referred_by": .string(anne.code)])
            }, essence: { $0["referral"] }, done: counted, statusOfAccount: 409, statusAfterErasure: 401)
    }

    private func eventPlay(isBatch: Bool) -> RepeatedPlay {
        let id = newID()
        func event(_ uid: String) -> JSONValue {
            [
                "id": .string(id), "type": "counter_incremented", "counter": "races", "by": 5,
                "uid": .string(uid),
            ]
        }
        let twice = "(SELECT count(*) FROM users WHERE 'races=10' = ANY (counters))"
        return RepeatedPlay(
            client: client,
            request: { uid in
                isBatch
                    ? .init(path: "/v1/events/batch", token: cast.back, body: ["events": [event(uid)]])
                    : .init(path: "/v1/events", token: cast.back, body: event(uid))
            }, essence: { (isBatch ? $0["results"]?[0] : $0)?["event"]?["received_at"] },
            done: "SELECT (SELECT count(*) FROM events WHERE id = '\(id)') + \(twice)")
    }

    private func postingPlay(_ call: RepeatableCall) -> RepeatedPlay {
        let (id, isAdjustment) = (newID(), call == .adjustment)
        var body: [String: JSONValue] = [
            "id": .string(id), "currency": "pieces_of_eight", "amount": 30, "reason": "A parrot",
        ]
        if call == .reservation { body["reserve_minutes"] = 10 }
        let token = isAdjustment ? cast.admin : cast.back
        return RepeatedPlay(
            client: client,
            request: { [body] uid in
                let movement: TestClient.Movement = isAdjustment ? .adjustment : .redemption
                return .init(path: movement.path(of: uid), token: token, body: .object(body))
            }, essence: { $0["entry"]?["created_at"] },
            done: "SELECT count(*) FROM ledger_entries WHERE id = '\(id)'")
    }

    private func settlingPlay(_ call: RepeatableCall) throws -> RepeatedPlay {
        let (id, refund) = (newID(), newID())
        var body: [String: JSONValue] = [
            "id": .string(id), "currency": "pieces_of_eight", "amount": 30, "reason": "A parrot",
        ]
        if call != .refund { body["reserve_minutes"] = 10 }
        let path = "/v1/users/\(player.uid)/redemptions"
        try client.send("POST", path, token: cast.back, .object(body)).required(201)
        let name = call == .capture ? "capture" : call == .cancellation ? "cancel" : "refund"
        let done =
            call == .capture
            ? "SELECT count(*) FROM reservations WHERE id = '\(id)' AND state = 'captured'"
            : "SELECT count(*) FROM ledger_entries WHERE undoes = '\(id)'"
        return RepeatedPlay(
            client: client,
            request: { uid in
                .init(
                    path: "/v1/users/\(uid)/redemptions/\(id)/\(name)", token: cast.back,
                    body: call == .refund ? ["id": .string(refund), "reason": "None left"] : nil)
            }, essence: { $0["entry"]?["id"] }, done: done)
    }

    private func rewardPlay(_ call: RepeatableCall) throws -> RepeatedPlay {
        let isReversal = call == .rewardReversal
        let id = try reward(confidence: isReversal ? nil : "default")
        let (state, name) =
            isReversal
            ? ("reversed", "reverse") : call == .rewardVoid ? ("void", "void") : ("paid", "release")
        let done = "SELECT count(*) FROM rewards WHERE id = '\(id)' AND status = '\(state)'"
        if call == .reviews {
            let body: JSONValue = ["ids": [.string(id)], "decision": "release", "reason": "A test"]
            return RepeatedPlay(
                client: client,
                request: { _ in .init(path: "/v1/admin/reviews", token: cast.admin, body: body) },
                essence: { $0["results"]?[0]?["status"] }, done: done)
        }
        return RepeatedPlay(
            client: client,
            request: { uid in
                .init(
                    path: "/v1/admin/users/\(uid)/rewards/\(id)/\(name)", token: cast.admin,
                    body: ["reason": "A test"])
            }, essence: { $0["reward"]?["id"] }, done: done)
    }
}
