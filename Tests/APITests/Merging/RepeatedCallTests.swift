import API
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Each call of `RepeatableCall`, made for an anonymous player, and again after a merge or an erasure.
struct RepeatedCallTests {
    enum Moment: CaseIterable {
        case atTheOldUID
        case atTheNewUID
        case whileTheMergeRuns
        case afterErasure
    }

    @Test(arguments: RepeatableCall.allCases, Moment.allCases)
    func `a call that comes again takes effect once`(_ call: RepeatableCall, _ moment: Moment) async throws {
        try await TestServer.with(.links) { server in
            let stage = try await RepeatedCallStage(server)
            let play = try stage.play(call)
            switch moment {
            case .atTheOldUID, .atTheNewUID:
                let first = try play.send(at: stage.player.uid)
                #expect(first.status < 300, "\(first.text)")
                try stage.merge()
                let uid = moment == .atTheOldUID ? stage.player.uid : stage.account.uid
                try expectFirst(try play.send(at: uid), like: first, by: play)
            case .whileTheMergeRuns: try await race(play, on: stage)
            case .afterErasure:
                let first = try play.send(at: stage.player.uid)
                #expect(first.status < 300, "\(first.text)")
                try await stage.erase()
                let again = try play.send(at: stage.player.uid)
                if let status = play.statusAfterErasure {
                    #expect(again.status == status, "\(again.text)")
                } else {
                    try expectFirst(again, like: first, by: play)
                }
            }
            #expect(try server.database.psql(play.done) == "1")
            try stage.cast.expectSoundBooks()
        }
    }

    /// The call is under way while the merge has locked the player. Whichever is first, the call is done once
    /// when the caller has a reply from the account.
    private func race(_ play: RepeatedPlay, on stage: RepeatedCallStage) async throws {
        let (merging, calling) = (try stage.cast.server.client, try stage.cast.server.client)
        let hold = RowHold(of: "referral_codes WHERE code = '\(stage.player.code)'")
        let parameters = try stage.cast.server.database.parameters
        async let holding: Void = hold.run(in: parameters)
        #expect(await eventually { hold.isHeld })
        try stage.postMerge(on: merging)
        #expect(try await eventually { try stage.isSomethingWaiting })
        try play.post(at: stage.player.uid, on: calling)
        hold.release()
        try await holding
        // Where the row was held for longer than a transaction waits, the app sends it again.
        let merged = try merging.reply()
        if merged.status == 503 { try stage.merge() } else { expect(merged, 200) }
        let first = try calling.reply()
        for uid in [stage.player.uid, stage.account.uid] {
            let again = try play.send(at: uid)
            if uid == stage.account.uid || first.status < 300 {
                #expect(again.status < 300 || again.status == play.statusOfAccount, "\(again.text)")
            }
        }
    }

    private func expectFirst(
        _ again: TestClient.Reply, like first: TestClient.Reply, by play: RepeatedPlay
    ) throws {
        #expect(again.status < 300, "\(again.text)")
        #expect(play.essence(again.json) == play.essence(first.json), "\(first.text)\n\(again.text)")
    }

    @Test func `each endpoint that takes an id or a key of its caller is among them`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let document = try client.get("/openapi.json").json
            let changing = server.routes.filter { !["GET", "HEAD", "DELETE"].contains($0.method) }
            let missing = changing.filter { route in
                let operation = document["paths"]?[route.pattern]?[route.method.lowercased()] ?? .null
                let takesID =
                    route.pattern.contains("{uid}") && route.pattern.contains("{id}")
                    || takesKey(operation) || namesID(operation["requestBody"] ?? .null, in: document)
                return takesID && route.repeatable.isEmpty
            }
            #expect(missing.map { "\($0.method) \($0.pattern)" } == [])
            let all = server.routes.flatMap(\.repeatable)
            #expect(Set(all) == Set(RepeatableCall.allCases) && all.count == RepeatableCall.allCases.count)
        }
    }

    private func takesKey(_ operation: JSONValue) -> Bool {
        (operation["parameters"]?.array ?? []).contains { $0["name"] == "Idempotency-Key" }
    }

    /// Whether the body, or a part of it, has an `id` or `ids` of the caller's.
    private func namesID(_ schema: JSONValue, in document: JSONValue, depth: Int = 0) -> Bool {
        guard depth < 12 else { return false }
        if let reference = schema["$ref"]?.string {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            let target = document["components"]?["schemas"]?[name] ?? .null
            return namesID(target, in: document, depth: depth + 1)
        }
        let properties = schema["properties"]
        let ids = [properties?["id"], properties?["ids"]?["items"]].compactMap(\.self)
        if ids.contains(where: { $0["format"] == "uuid" }) { return true }
        let parts =
            (schema["oneOf"]?.array ?? []) + [schema["items"]].compactMap(\.self)
            + [schema["content"]?["application/json"]?["schema"]].compactMap(\.self)
            + (properties?.names ?? []).compactMap { properties?[$0] }
        return parts.contains { namesID($0, in: document, depth: depth + 1) }
    }

    @Test func `what was not done before is answered with the account`() async throws {
        try await TestServer.with(.links) { server in
            let stage = try await RepeatedCallStage(server)
            try stage.merge()
            for call in [RepeatableCall.event, .redemption, .reservation, .adjustment] {
                let reply = try stage.play(call).send(at: stage.player.uid)
                expectMerged(reply, into: stage.account.uid)
            }
            let redeemed = try stage.play(.branchRedemption).send(at: stage.player.uid)
            #expect(redeemed.status == 410, "\(redeemed.text)")
            let batch = try stage.play(.eventBatch).send(at: stage.player.uid)
            #expect(batch.json["results"]?[0]?["status"] == 410, "\(batch.text)")
        }
    }
}
