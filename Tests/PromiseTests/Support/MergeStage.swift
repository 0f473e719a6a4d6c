import Crypto
import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

/// People, some with accounts, to whom things happen and who become each other.
final class MergeStage: Sendable {
    let ports: [UInt16]
    let admin: String
    private let server: String
    private let database: TestDatabase
    private let users = Locked<[TestUser]>([])
    private let odd = Locked<[String]>([])

    init(_ one: TestServer, _ other: TestServer) async throws {
        ports = [one.port, other.port]
        database = one.database
        admin = try await one.key(.admin)
        server = try await one.key(.server)
    }

    var oddities: [String] { odd.withLock { $0 } }

    func account(_ client: TestClient, referredBy: String? = nil) throws -> TestUser {
        let user = try client.signUp(referredBy: referredBy)
        return TestUser(try client.insist(linking(user)).required(200))
    }

    func merging(_ player: TestUser, into account: TestUser) -> Call {
        merging(player, intoEmail: account.email ?? "")
    }

    func merging(_ player: TestUser, intoEmail email: String) -> Call {
        Call(
            "POST", "/v1/sessions", token: player.token,
            [
                "email": .string(email), "password": .string(TestClient.password),
                "merge": .string(player.token),
            ])
    }

    /// Something by chance.
    func step(_ client: TestClient, _ random: inout SeededGenerator) throws {
        let known = users.withLock { $0 }
        guard known.count > 4, let user = known.randomElement(using: &random),
            let other = known.randomElement(using: &random)
        else { return try arrive(client, known, &random) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: try arrive(client, known, &random)
        case 3..<8: try tell(client, user.uid, &random)
        case 8, 9:
            let amount = Int64.random(in: 1...20, using: &random)
            note(try client.insist(postingCall(-amount, of: user.uid, key: server)), [201, 404, 409, 410])
        case 10:
            note(try client.insist(postingCall(5, of: user.uid, key: admin)), [201, 404, 410])
        case 11: try link(client, user)
        case 12:
            if Int.random(in: 0..<4, using: &random) == 0 {
                let call = Call("DELETE", "/v1/admin/users/\(user.uid)", token: admin)
                note(try client.insist(call), [204, 410])
            }
        default: try merge(client, user, into: other, &random)
        }
    }

    /// Of whomever, who may be an account, erased, or somebody else by now; sometimes twice.
    private func merge(
        _ client: TestClient, _ player: TestUser, into account: TestUser, _ random: inout SeededGenerator
    ) throws {
        guard account.email != nil else { return }
        let call = merging(player, into: account)
        let first = try client.insist(call)
        note(first, [200, 401, 409, 410])
        guard first.status == 200, Bool.random(using: &random) else { return }
        let again = try client.insist(call)
        // The account may have gone since.
        note(again, [200, 401])
        if again.status == 200, again.json["merged"]?["players"] != first.json["merged"]?["players"] {
            odd.withLock { $0.append("\(first.text) and then \(again.text)") }
        }
    }

    private func arrive(
        _ client: TestClient, _ known: [TestUser], _ random: inout SeededGenerator
    ) throws {
        let referrer = Bool.random(using: &random) ? known.randomElement(using: &random) : nil
        // By code or by uid, whatever has become of it.
        let name = referrer.map { Bool.random(using: &random) ? $0.code : $0.uid }
        let user =
            Int.random(in: 0..<3, using: &random) == 0
            ? try account(client, referredBy: name) : try client.signUp(referredBy: name)
        users.withLock { $0.append(user) }
    }

    private func tell(_ client: TestClient, _ uid: String, _ random: inout SeededGenerator) throws {
        let level = Int64.random(in: 1...7, using: &random)
        note(
            try client.insist(levelCall(level, token: server, id: newID(), uid: uid)), [200, 410, 422])
    }

    private func link(_ client: TestClient, _ user: TestUser) throws {
        guard user.email == nil else { return }
        let reply = try client.insist(linking(user))
        note(reply, [200, 401, 404, 409, 410])
        if reply.status == 200 { users.withLock { $0.append(TestUser(reply)) } }
    }

    private func linking(_ user: TestUser) -> Call {
        Call(
            "PUT", "/v1/users/me/credential", token: user.token,
            ["email": .string("\(user.uid)@example.com"), "password": .string(TestClient.password)])
    }

    private func note(_ reply: TestClient.Reply, _ expected: Set<Int>) {
        if !expected.contains(reply.status) { odd.withLock { $0.append("\(reply.status): \(reply.text)") } }
    }

    /// What must hold when all is quiet.
    func expectSound(_ location: SourceLocation = #_sourceLocation) async throws {
        // The look a minute later, now.
        try database.tamper(
            "merges", set: "merged_at = merged_at - interval '2 minutes', due_at = now()")
        let isQuiet = try await eventually(seconds: 180) {
            try self.database.psql("SELECT count(*) FROM merges WHERE due_at IS NOT NULL") == "0"
        }
        #expect(isQuiet, sourceLocation: location)
        let client = try TestClient(port: ports[0])
        let check = try client.insist(Call("GET", "/v1/admin/ledger/check", token: admin))
        #expect(check.json["balanced"] == true, "\(check.text)", sourceLocation: location)
        for (fault, sql) in Self.faults {
            let count = try database.psql(Self.gathering + sql)
            #expect(count == "0", "\(fault)", sourceLocation: location)
        }
        let merged = try database.psql("SELECT uid, account FROM merges").split(separator: "\n")
        for line in merged {
            let uids = line.split(separator: "|").map(String.init)
            let reply = try client.insist(Call("GET", "/v1/admin/users/\(uids[0])", token: admin))
            #expect(
                reply.status == 410 && reply.json["uid"]?.string == uids[1], "\(reply.text)",
                sourceLocation: location)
        }
    }

    /// Citus joins rows of many shards by few columns: a copy in one place is joined by any.
    private static let gathering =
        TestEngine.isCitus
        ? ["users", "rewards", "balances", "merges", "merged_users"]
            .map { "CREATE TEMP TABLE \($0) AS TABLE public.\($0);" }.joined() : ""

    /// How many there are of what there must be none of.
    private static let faults = [
        (
            "somebody was paid for itself",
            """
            SELECT count(*) FROM rewards AS r LEFT JOIN merges AS b ON b.uid = r.uid
            LEFT JOIN merges AS s ON s.uid = r.subject
            WHERE r.role = 'referrer' AND r.status IN ('paid', 'held')
                AND coalesce(b.account, r.uid) = coalesce(s.account, r.subject)
            """
        ),
        (
            "an account became another account",
            "SELECT count(*) FROM merges AS m JOIN merges AS n ON n.uid = m.account"
        ),
        (
            "a merged player has money",
            "SELECT count(*) FROM balances AS b JOIN merges AS m ON m.uid = b.uid WHERE b.amount <> 0"
        ),
        (
            "somebody is a merged player's referee",
            "SELECT count(*) FROM users AS u JOIN merges AS m ON m.uid = u.referred_by"
        ),
        (
            "a merged player is neither marked nor erased",
            """
            SELECT count(*) FROM users AS u JOIN merges AS m ON m.uid = u.uid
            WHERE u.referral_code NOT IN ('0000000000', 'ZZZZZZZZZZ')
            """
        ),
        (
            "a merge is known from one side alone",
            """
            SELECT count(*) FROM merges AS m
            FULL JOIN merged_users AS u ON u.merged = m.uid AND u.uid = m.account
            WHERE m.uid IS NULL OR u.uid IS NULL
            """
        ),
        (
            "referrals go round in a ring",
            """
            WITH RECURSIVE way (start, uid, steps) AS (
                SELECT uid, referred_by, 1 FROM users WHERE referred_by IS NOT NULL
                UNION ALL
                SELECT w.start, u.referred_by, w.steps + 1 FROM way AS w JOIN users AS u ON u.uid = w.uid
                WHERE u.referred_by IS NOT NULL AND w.steps < 60 AND w.uid <> w.start)
            SELECT count(*) FROM way WHERE uid = start
            """
        ),
        (
            "a signed-up player was paid for signing up twice",
            """
            SELECT count(*) FROM (
                SELECT FROM rewards AS r LEFT JOIN merges AS m ON m.uid = r.uid WHERE r.rule = 'signup'
                GROUP BY coalesce(m.account, r.uid) HAVING count(*) > 1) AS t
            """
        ),
    ]
}
