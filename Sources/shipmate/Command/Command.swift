internal import Reporting

/// A command of `shipmate`, read from its arguments. Pure: nothing here runs anything.
enum Command: Equatable {
    /// Serves HTTP; `migrate` brings an older schema up to date first, `readyFile` then holds the URL.
    case serve(migrate: Bool, readyFile: String?, isVerbose: Bool = false)
    /// `isSpread` spreads the tables over Citus' nodes too, in `shards` shards each.
    case migrate(isSpread: Bool, shards: Int?)
    /// Configuration, database and schema; `isLive` asks a running server instead.
    case check(isLive: Bool)
    /// Checks what an app needs.
    case doctor(app: String)
    case createKey(scope: KeyScope, name: String, lifetime: Lifetime?)
    case listKeys
    case revokeKey(id: String)
    case rotateSigningKey
    /// Has the root key wrap the root secret and the signing keys.
    case wrapSecrets
    case unwrapSecrets
    /// Adds, lists, resets and removes operators of the console.
    case operators(KeepOperators.Action)
    /// Takes links over from a CSV; `-` is standard input.
    case importLinks(path: String, isDryRun: Bool)
    /// Takes accounts over from a file; `-` is standard input.
    case importUsers(path: String, from: Origin, hashConfig: String?, isDryRun: Bool)
    /// Says what is known of a user.
    case showUser(name: String)
    /// Has a user erased at once; without `isSure` nothing happens.
    case eraseUser(UserLookup.Name, isDryRun: Bool, isSure: Bool)
    /// Prints everything that is kept about a user.
    case exportUser(UserLookup.Name)
    /// Makes the rules what a file says; `-` is standard input.
    case applyRules(path: String, isDryRun: Bool)
    /// Prints the rules as such a file.
    case exportRules
    /// Holds the ledger against its seals, and against a statement in a file; `csv` is a folder of copies.
    case verifyLedger(statement: String?, csv: String?, causes: Bool = false)
    /// Gives existing rows a MAC; without `accepts` it only lists them.
    case adoptCauses(accepts: Bool)
    /// Seals what was never sealed; `accepts` also what may be forged.
    case sealLedger(accepts: Bool)
    case stateLedger
    /// Prints what psql copies the ledger with.
    case copyLedger
    case listWebhooks(ServerAccess)
    case testWebhook(id: String, type: String, ServerAccess)
    /// Sends the changes of a span of time again; `types` are nil for those of the webhook.
    case replayWebhook(id: String, ReplaySpan, types: [String]?, ServerAccess)
    /// Prints changes as they come, and forwards them.
    case listen(ListenOptions)
    /// Plays the whole story against the server at `url`, or where one of this configuration listens.
    case demo(url: String?)
    /// Fills the embedded database with a programme to look at.
    case fillDemo(DemoFilling)
    /// Serves apps for tests, each with its own database and clock.
    case testServer(TestServerOptions)
    /// Prints the API's description.
    case openapi
    case help(HelpTopic)
    case version

    /// A key's rights: `Documentation/operating/Secure.md`, "API keys".
    enum KeyScope: String, CaseIterable {
        case admin
        case server
        case read
        case links
        case branch
    }

    /// Where accounts come from.
    enum Origin: String, CaseIterable {
        /// A file of `firebase auth:export`.
        case firebase
        /// One with a header of our own.
        case csv
    }

    /// - Parameter arguments: the words after the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Command {
        guard let first = arguments.first else {
            throw UsageError("a subcommand is needed", topic: .overview)
        }
        if let topLevel = topLevelOption(first) { return topLevel }
        let rest = Array(arguments.dropFirst())
        if first == "help" { return .help(try helpTopic(rest)) }
        guard let topic = HelpTopic(rawValue: first), topic.isCommand else {
            throw UsageError.unknown(
                first, kind: first.hasPrefix("-") ? "option" : "command", known: HelpTopic.names,
                topic: .overview)
        }
        if asksForHelp(rest) { return .help(topic) }
        return try command(topic, ArgumentReader(rest, topic: topic))
    }

    private static func topLevelOption(_ argument: String) -> Command? {
        switch argument {
        case "--help", "-h": .help(.overview)
        case "--version": .version
        default: nil
        }
    }

    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.contains("--help") || arguments.contains("-h")
    }

    private static func helpTopic(_ arguments: [String]) throws(UsageError) -> HelpTopic {
        guard let name = arguments.first else { return .overview }
        guard let topic = HelpTopic(rawValue: name) else {
            throw UsageError.unknown(name, kind: "help topic", known: HelpTopic.names, topic: .overview)
        }
        return topic
    }

    private static func command(_ topic: HelpTopic, _ reader: ArgumentReader) throws(UsageError) -> Command {
        var reader = reader
        let command =
            switch topic {
            case .keys: try keys(&reader)
            case .operators: try operators(&reader)
            case .links: try links(&reader)
            case .users: try users(&reader)
            case .ledger: try ledger(&reader)
            case .rules: try rules(&reader)
            case .webhooks: try webhooks(&reader)
            case .listen: try listen(&reader)
            case .testServer: try testServer(&reader)
            default: try plain(topic, &reader)
            }
        try reader.finish()
        return command
    }

    private static func plain(_ topic: HelpTopic, _ reader: inout ArgumentReader) throws(UsageError)
        -> Command
    {
        switch topic {
        case .serve:
            .serve(
                migrate: try reader.flag("--migrate"), readyFile: try reader.value("--ready-file"),
                isVerbose: try reader.flag("--verbose"))
        case .migrate: try migrate(&reader)
        case .check: .check(isLive: try reader.flag("--live"))
        case .doctor: .doctor(app: try reader.required("--app"))
        case .demo: try demo(&reader)
        case .openapi: .openapi
        case .overview, .configuration, .keys, .operators, .links, .users, .rules, .ledger, .webhooks,
            .listen, .testServer:
            .help(topic)
        }
    }

    private static func demo(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let (fills, url) = (try reader.flag("--fill"), try reader.value("--url"))
        let (players, seed) = (try reader.value("--players"), try reader.value("--seed"))
        guard fills else {
            guard players == nil, seed == nil else {
                throw UsageError("--players and --seed need --fill", topic: .demo)
            }
            return .demo(url: url)
        }
        guard url == nil else {
            throw UsageError("--fill takes no --url: it fills the database", topic: .demo)
        }
        var filling = DemoFilling()
        if let players {
            guard let count = Int(players), DemoFilling.playersRange.contains(count) else {
                throw UsageError("--players \(players): 100 to 20000", topic: .demo)
            }
            filling.players = count
        }
        if let seed {
            guard let number = UInt64(seed) else {
                throw UsageError("--seed \(seed): a whole number from 0 on", topic: .demo)
            }
            filling.seed = number
        }
        return .fillDemo(filling)
    }

    private static func migrate(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let isSpread = try reader.flag("--citus")
        let shards = try reader.value("--shards")
        guard let shards else { return .migrate(isSpread: isSpread, shards: nil) }
        guard isSpread else { throw UsageError("--shards needs --citus", topic: .migrate) }
        guard let count = Int(shards), (1...1_024).contains(count) else {
            throw UsageError("--shards \(shards): 1 to 1024", topic: .migrate)
        }
        return .migrate(isSpread: true, shards: count)
    }

    private static let keysActions = ["create", "list", "revoke", "rotate-signing", "wrap", "unwrap"]

    private static func keys(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        switch try reader.word(
            "create, list, revoke, rotate-signing, wrap or unwrap", among: Self.keysActions)
        {
        case "create":
            let scope = try keyScope(try reader.required("--scope"))
            let name = try reader.required("--name")
            return .createKey(scope: scope, name: name, lifetime: try lifetime(&reader))
        case "list":
            return .listKeys
        case "rotate-signing":
            return .rotateSigningKey
        case "wrap":
            return .wrapSecrets
        case "unwrap":
            return .unwrapSecrets
        default:
            return .revokeKey(id: try reader.word("the ID of a key, as `shipmate keys list` shows it"))
        }
    }

    private static func lifetime(_ reader: inout ArgumentReader) throws(UsageError) -> Lifetime? {
        guard let text = try reader.value("--expires") else { return nil }
        guard let lifetime = Lifetime(text) else {
            throw UsageError("--expires \(text): \(Lifetime.allowed)", topic: .keys)
        }
        return lifetime
    }

    private static func links(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        _ = try reader.word("import", among: ["import"])
        let isDryRun = try reader.flag("--dry-run")
        let path = try reader.path("the CSV file to import, or - for standard input,")
        return .importLinks(path: path, isDryRun: isDryRun)
    }

    private static let usersActions = ["import", "show", "export", "erase"]

    private static func users(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        switch try reader.word("import, show, export or erase", among: usersActions) {
        case "import": return try importUsers(&reader)
        case "export": return .exportUser(try reader.userName())
        case "erase":
            let isDryRun = try reader.flag("--dry-run")
            let isSure = try reader.flag("--yes")
            if isDryRun, isSure {
                throw UsageError("use either --dry-run or --yes", topic: .users)
            }
            return .eraseUser(try reader.userName(), isDryRun: isDryRun, isSure: isSure)
        default:
            return .showUser(name: try reader.word("a uid, an e-mail, an external id or a referral code"))
        }
    }

    private static func importUsers(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let isDryRun = try reader.flag("--dry-run")
        let text = try reader.required("--from")
        guard let origin = Origin(rawValue: text) else {
            throw UsageError.unknown(
                text, kind: "origin", known: Origin.allCases.map(\.rawValue), topic: .users)
        }
        let hashConfig = try reader.value("--hash-config")
        if hashConfig != nil, origin != .firebase {
            throw UsageError("--hash-config needs --from firebase", topic: .users)
        }
        let path = try reader.path("the file to import, or - for standard input,")
        return .importUsers(path: path, from: origin, hashConfig: hashConfig, isDryRun: isDryRun)
    }

    private static func rules(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        guard try reader.word("apply or export", among: ["apply", "export"]) == "apply" else {
            return .exportRules
        }
        let isDryRun = try reader.flag("--dry-run")
        return .applyRules(
            path: try reader.path("the file of rules, or - for standard input,"), isDryRun: isDryRun)
    }

    private static func ledger(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let words = ["verify", "adopt", "seal", "state", "copies"]
        switch try reader.word("verify, adopt, seal, state or copies", among: words) {
        case "verify": return try verification(&reader)
        case "adopt": return .adoptCauses(accepts: try reader.flag("--accept"))
        case "seal": return .sealLedger(accepts: try reader.flag("--accept"))
        case "state": return .stateLedger
        default: return .copyLedger
        }
    }

    private static func verification(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        let statement = try reader.value("--statement")
        let (csv, causes) = (try reader.value("--csv"), try reader.flag("--causes"))
        guard !causes || csv == nil else {
            throw UsageError("--causes needs a database: copies contain no events", topic: .ledger)
        }
        return .verifyLedger(statement: statement, csv: csv, causes: causes)
    }

    private static func keyScope(_ text: String) throws(UsageError) -> KeyScope {
        guard let scope = KeyScope(rawValue: text) else {
            throw UsageError.unknown(
                text, kind: "scope", known: KeyScope.allCases.map(\.rawValue), topic: .keys)
        }
        return scope
    }
}
