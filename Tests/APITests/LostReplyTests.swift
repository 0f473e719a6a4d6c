import HTTP
import JSON
import TestSupport
import Testing

/// Refreshes whose reply was lost, and thieves of refresh tokens, over two processes.
struct LostReplyTests {
    /// A holder of a session's tokens: the app, or a thief with a copy.
    private struct Holder {
        var access: String
        var refresh: String

        init(_ user: TestUser) {
            (access, refresh) = (user.token, user.refreshToken)
        }

        /// Refreshes, and keeps the new tokens unless the reply is lost.
        mutating func refresh(
            _ client: TestClient, attempt: String? = nil, isReplyLost: Bool = false
        ) throws -> Int {
            var body: JSONValue = ["refresh_token": .string(refresh)]
            if let attempt { body = ["refresh_token": .string(refresh), "attempt": .string(attempt)] }
            let reply = try client.send("POST", "/v1/sessions/refresh", body)
            if reply.status == 200, !isReplyLost {
                access = reply.json["session"]?["access_token"]?.string ?? ""
                refresh = reply.json["session"]?["refresh_token"]?.string ?? ""
            }
            return reply.status
        }

        func read(_ client: TestClient) throws -> Int {
            try client.get("/v1/users/me", token: access).status
        }
    }

    private func passGrace(_ database: TestDatabase) throws {
        try database.tamper("sessions", set: "rotated_at = rotated_at - interval '11 s'")
    }

    private func expectSeen(_ database: TestDatabase) async throws {
        let isSeen = try await eventually {
            try database.psql("SELECT generation = seen_generation FROM sessions") == "t"
        }
        #expect(isSeen)
    }

    private func with(_ body: ([TestClient], TestDatabase, Holder) async throws -> Void) async throws {
        try await TestServer.with(count: 2) { servers in
            let clients = try servers.map { try $0.client }
            try await body(clients, servers[0].database, Holder(try clients[0].signUp()))
        }
    }

    @Test func `a lost reply costs nothing, however late the token comes again`() async throws {
        try await with { clients, database, owner in
            var owner = owner
            for round in 0..<4 {
                #expect(try owner.refresh(clients[round % 2], isReplyLost: true) == 200)
                try database.tamper("sessions", set: "rotated_at = rotated_at - interval '30 d'")
                #expect(try owner.refresh(clients[(round + 1) % 2]) == 200)
                #expect(try owner.read(clients[round % 2]) == 200)
            }
            #expect(try database.psql("SELECT count(*), max(generation) FROM sessions") == "1|4")
        }
    }

    @Test func `a process that has accepted the new access token ends the session at once`() async throws {
        try await with { clients, database, owner in
            var (owner, thief) = (owner, owner)
            #expect(try owner.refresh(clients[0]) == 200)
            try passGrace(database)
            #expect(try owner.read(clients[0]) == 200)
            #expect(try thief.refresh(clients[0]) == 401)
            #expect(try owner.refresh(clients[1]) == 401)
            #expect(try owner.read(clients[0]) == 401)
        }
    }

    @Test func `the previous token returns the successor for ten seconds, seen or not`() async throws {
        try await with { clients, database, owner in
            var (owner, other) = (owner, owner)
            #expect(try owner.refresh(clients[0]) == 200)
            #expect(try owner.read(clients[0]) == 200)
            try await expectSeen(database)
            #expect(try other.refresh(clients[1]) == 200)
            #expect(other.refresh == owner.refresh)
        }
    }

    @Test func `an older access token is no sign that the new one arrived`() async throws {
        try await with { clients, database, owner in
            var owner = owner
            let former = owner
            #expect(try owner.refresh(clients[0], isReplyLost: true) == 200)
            #expect(try former.read(clients[0]) == 200)
            try passGrace(database)
            #expect(try owner.refresh(clients[0]) == 200)
        }
    }

    @Test func `tells other processes of a generation by one write`() async throws {
        try await with { clients, database, owner in
            var owner = owner
            #expect(try owner.refresh(clients[0]) == 200)
            for client in clients + clients { #expect(try owner.read(client) == 200) }
            try await expectSeen(database)
            let version = try database.psql("SELECT xmin FROM sessions")
            #expect(try owner.refresh(clients[1]) == 200)
            #expect(try owner.read(clients[0]) == 200)
            try await expectSeen(database)
            #expect(try database.psql("SELECT xmin FROM sessions") != version)
        }
    }

    /// Who refreshes first, whose reply is lost, and where each calls.
    private static let orders = [false, true].flatMap { isThiefFirst in
        [(0, 0), (0, 1), (1, 0), (1, 1)].map { (isThiefFirst, $0.0, $0.1) }
    }

    @Test(arguments: orders)
    func `ends the session of an owner and a thief who both refresh`(
        isThiefFirst: Bool, first: Int, second: Int
    ) async throws {
        try await with { clients, database, owner in
            var holders = [owner, owner]
            let (early, late) = isThiefFirst ? (1, 0) : (0, 1)
            #expect(try holders[early].refresh(clients[first]) == 200)
            #expect(try holders[early].read(clients[first]) == 200)
            try await expectSeen(database)
            try passGrace(database)
            #expect(try holders[late].refresh(clients[second]) == 401)
            for holder in holders {
                var copy = holder
                #expect(try copy.refresh(clients[first]) == 401)
                let isEnded = try await eventually { try clients.allSatisfy { try holder.read($0) == 401 } }
                #expect(isEnded)
            }
            #expect(try database.psql("SELECT count(*) FROM sessions") == "0")
        }
    }

    @Test func `finds a thief who only reads`() async throws {
        try await with { clients, database, owner in
            var (owner, thief) = (owner, owner)
            #expect(try thief.refresh(clients[1]) == 200)
            #expect(try thief.read(clients[1]) == 200)
            try await expectSeen(database)
            try passGrace(database)
            #expect(try owner.refresh(clients[0]) == 401)
            #expect(try thief.refresh(clients[1]) == 401)
            #expect(try thief.read(clients[0]) == 401)
        }
    }

    @Test func `the same attempt returns the same successor, another ends the session`() async throws {
        try await with { clients, database, owner in
            var (owner, thief) = (owner, owner)
            #expect(try owner.refresh(clients[0], attempt: "one", isReplyLost: true) == 200)
            try passGrace(database)
            #expect(try owner.refresh(clients[1], attempt: "one") == 200)
            #expect(try owner.refresh(clients[0], attempt: "two", isReplyLost: true) == 200)
            thief.refresh = owner.refresh
            #expect(try thief.refresh(clients[1], attempt: "three") == 401)
            #expect(try owner.refresh(clients[0], attempt: "two") == 401)
            #expect(try owner.read(clients[1]) == 401)
        }
    }

    @Test func `finds a thief who keeps one step ahead without reading`() async throws {
        try await with { clients, _, owner async throws in
            var (owner, thief) = (owner, owner)
            #expect(try thief.refresh(clients[0]) == 200)
            #expect(try owner.refresh(clients[1], attempt: "one") == 401)
            #expect(try thief.refresh(clients[0]) == 401)
        }
    }

    @Test func `gives concurrent attempts on one token one successor or none`() async throws {
        try await with { clients, _, owner async throws in
            for (client, attempt) in zip(clients, ["one", "two"]) {
                try client.post(
                    "POST", "/v1/sessions/refresh",
                    ["refresh_token": .string(owner.refresh), "attempt": .string(attempt)])
            }
            let statuses = try clients.map { try $0.reply().status }
            #expect(statuses.sorted() == [200, 401])
            var owner = owner
            #expect(try owner.refresh(clients[0], attempt: "one") == 401)
        }
    }
}
