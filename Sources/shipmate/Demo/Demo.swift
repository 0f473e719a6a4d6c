internal import EventLoops
internal import FoundationEssentials
internal import HTTP
internal import JSON

/// `shipmate demo`: plays the whole story against a running server, over HTTP like any app.
struct Demo {
    private static let eventSeconds = 10
    /// Every process writes the changes that a new stream wants in less.
    private static let watchSeconds = 3

    private let url: String
    let client: DemoClient

    init(_ url: String) throws(DemoClient.Failure) {
        self.url = url
        client = try DemoClient(url)
    }

    /// A player of the story.
    struct Player {
        let name: String
        let uid: String
        let code: String
        var token: String
    }

    func run() throws {
        Console.print("Playing the story against \(url)\n")
        let anne = try signUp("Anne", through: nil)
        let code = Arrival(
            proof: JSONMember("referred_by", .string(anne.code)), words: "through Anne's code \(anne.code)")
        var ben = try signUp("Ben", through: try arrivalByInvite(of: anne) ?? code)
        try link(&ben)
        try reachLevel(3, ben, "not yet: level 5 pays")
        let stream = try DemoStream(client, token: anne.token)
        try follow(stream, of: anne)
        let began = MonotonicInstant.now
        try reachLevel(6, ben, "a jump over 5 counts: Anne is paid")
        let paid = stream.next(["balance"], withinSeconds: Self.eventSeconds)
        let milliseconds = MonotonicInstant.now.milliseconds(since: began)
        try reachLevel(6, ben, "repeating the event pays nothing")
        Console.print("")
        Console.print(try balances(of: [anne, ben]).description)
        try expect("50", as: try balance(of: anne), "Anne's reward for Ben's level 5")
        try expect("50", as: try balance(of: ben), "Ben's sign-up reward")
        Console.print("\nBoth were paid, once.")
        guard case .integer(let balance)? = paid?.data["data"]?["balance"] else {
            throw DemoClient.Failure(description: "Anne's stream has not shown her reward")
        }
        say(
            "GET /v1/users/me/stream", "Anne's app showed \(balance) after \(milliseconds) ms, without asking"
        )
    }

    /// Returns when the server watches for Anne's changes: the state comes again then, unless it did before.
    private func follow(_ stream: DemoStream, of player: Player) throws {
        guard stream.next(["state"], withinSeconds: Self.eventSeconds) != nil else {
            throw DemoClient.Failure(description: "the stream has not begun")
        }
        say("GET /v1/users/me/stream", "\(player.name)'s app watches her account")
        _ = stream.next(["state"], withinSeconds: Self.watchSeconds)
    }

    private func signUp(_ name: String, through arrival: Arrival?) throws -> Player {
        var body: [JSONMember] = []
        if let arrival { body.append(arrival.proof) }
        let reply = try client.send("POST", "/v1/users", .object(body))
        let player = Player(
            name: name, uid: try reply.text("user", "uid"), code: try reply.text("user", "referral_code"),
            token: try reply.text("session", "access_token"))
        let words = arrival.map { ", \($0.words)" } ?? ""
        say("POST /v1/users", "\(name) installs the app\(words): \(player.uid)")
        return player
    }

    private func link(_ player: inout Player) throws {
        let email = "ben+\(player.code.lowercased())@example.com"
        let reply = try client.send(
            "PUT", "/v1/users/me/credential", token: player.token,
            .object([
                JSONMember("email", .string(email)), JSONMember("password", .string(UUID().uuidString)),
            ]))
        player.token = try reply.text("session", "access_token")
        try expect(player.uid, as: try reply.text("user", "uid"), "linking keeps the uid")
        say(
            "PUT /v1/users/me/credential",
            "\(player.name) links \(email), keeps the uid, gets 50 for signing up")
    }

    private func reachLevel(_ level: Int64, _ player: Player, _ remark: String) throws {
        _ = try client.send(
            "POST", "/v1/events", token: player.token,
            .object([
                JSONMember("id", .string(UUID().uuidString)), JSONMember("type", .string("level_reached")),
                JSONMember("level", .integer(level)),
            ]))
        say("POST /v1/events", "\(player.name) reaches level \(level) (\(remark))")
    }

    private func balances(of players: [Player]) throws -> TextTable {
        TextTable(
            ["PLAYER", "UID", "PIECES OF EIGHT"],
            rows: try players.map { [$0.name, $0.uid, try balance(of: $0)] })
    }

    private func balance(of player: Player) throws -> String {
        let reply = try client.send("GET", "/v1/users/me/balances", token: player.token)
        if case .integer(let amount) = reply["balances"]?["pieces_of_eight"] { return String(amount) }
        return "0"
    }

    func say(_ call: String, _ text: String) {
        Console.print(call + String(repeating: " ", count: max(1, 30 - call.count)) + text)
    }

    private func expect(_ wanted: String, as found: String, _ what: String) throws {
        guard wanted == found else {
            throw DemoClient.Failure(
                description: """
                    \(what): expected \(wanted), but the server returned \(found). The demo needs the rules of a \
                    new installation.
                    """)
        }
    }
}
