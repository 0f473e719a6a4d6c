internal import API
internal import HTTP
internal import JSON
internal import Referrals

/// The first data of an app: a programme file, and players.
struct Seed {
    struct Player {
        let name: String
        let email: EmailAddress?
        let password: String?
        /// The name of an earlier player.
        let referrer: String?
        let level: Int32?
    }

    static let playersMax = 10_000
    static let passwordDefault = "shipmate-test"

    private(set) var programme: ProgrammeDraft?
    private(set) var players: [Player] = []

    /// JSON, `{"programme": {…}, "players": […]}`; players may be NDJSON in a string.
    init(json body: [UInt8]) throws(Problem) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(body) } catch { throw .badJSON(error.reason) }
        var fields = try Fields(value)
        let programme = fields.optionalJSON("programme")
        let players = fields.optionalJSON("players")
        try fields.finish()
        if let programme { try set(programme) }
        switch players {
        case nil, .null: break
        case .array(let values): for value in values { try add(value) }
        case .string(let text): try add(lines: Array(text.utf8))
        default: throw Self.mistake("/players", "An array, or lines of JSON in a string.")
        }
    }

    /// NDJSON: a line each; one with `rules` or `programme` is the programme.
    init(lines body: [UInt8]) throws(Problem) {
        try add(lines: body)
    }

    private mutating func add(lines body: [UInt8]) throws(Problem) {
        for line in body.split(separator: UInt8(ascii: "\n")) {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            let value: JSONValue
            do throws(JSONError) { value = try JSONParser.parse(Array(line)) } catch {
                throw .badJSON("player \(players.count + 1): \(error.reason)")
            }
            if let programme = value["programme"] {
                try set(programme)
            } else if value["rules"] != nil {
                try set(value)
            } else {
                try add(value)
            }
        }
    }

    private mutating func set(_ value: JSONValue) throws(Problem) {
        do throws(ProfileFile.Mistakes) {
            programme = try RuleFile.read(JSONWriter.bytes(of: value))
        } catch {
            throw .validation(
                error.all.map { FieldError(pointer: "/programme" + $0.pointer, .invalid, $0.detail) })
        }
    }

    private mutating func add(_ value: JSONValue) throws(Problem) {
        guard players.count < Self.playersMax else {
            throw Self.mistake("/players", "At most \(Self.playersMax).")
        }
        var fields = Fields(element: value, pointer: "/players/\(players.count)")
        let name = fields.string("name", length: 1...64)
        let email = fields.optionalValue("email") { text throws(FieldError) in
            guard let email = EmailAddress(text) else {
                throw FieldError(.invalid, "An e-mail address is needed.")
            }
            return email
        }
        let password = fields.optionalString("password", length: 1...256)
        let referrer = fields.optionalString("referred_by", length: 1...64)
        let level = fields.optionalInteger("level", in: 1...1_000_000)
        if let name, players.contains(where: { $0.name == name }) {
            fields.note("name", .invalid, "It is repeated.")
        }
        if let referrer, !players.contains(where: { $0.name == referrer }) {
            fields.note("referred_by", .invalid, "The name of an earlier player is needed.")
        }
        try fields.finish()
        guard let name else { return }
        players.append(
            Player(
                name: name, email: email, password: password, referrer: referrer,
                level: level.map { Int32($0) }))
    }

    private static func mistake(_ pointer: String, _ detail: String) -> Problem {
        .validation([FieldError(pointer: pointer, .invalid, detail)])
    }
}
