import Accounts
import FoundationEssentials
import Referrals
import Reporting
import Testing
import Values

@testable import shipmate

@Suite struct CommandTests {
    @Test(
        "reads a command",
        arguments: [
            ("serve", .serve(migrate: false, readyFile: nil)),
            ("serve --migrate", .serve(migrate: true, readyFile: nil)),
            ("serve --verbose", .serve(migrate: false, readyFile: nil, isVerbose: true)),
            ("serve --ready-file /run/url --migrate", .serve(migrate: true, readyFile: "/run/url")),
            ("test-server", .testServer(TestServerOptions())),
            ("migrate", .migrate(isSpread: false, shards: nil)),
            ("migrate --citus", .migrate(isSpread: true, shards: nil)),
            ("migrate --citus --shards 64", .migrate(isSpread: true, shards: 64)),
            ("check", .check(isLive: false)),
            ("check --live", .check(isLive: true)),
            ("keys create --scope admin --name ops", .createKey(scope: .admin, name: "ops", lifetime: nil)),
            (
                "keys create --scope admin --name ops --expires 90d",
                .createKey(scope: .admin, name: "ops", lifetime: Lifetime("2160h"))
            ),
            ("keys create --name=ops --scope=read", .createKey(scope: .read, name: "ops", lifetime: nil)),
            ("keys list", .listKeys),
            ("keys revoke 0190-ab", .revokeKey(id: "0190-ab")),
            ("keys rotate-signing", .rotateSigningKey),
            ("keys wrap", .wrapSecrets), ("keys unwrap", .unwrapSecrets),
            (
                "operators add Ben@example.com --role support --mail",
                .operators(.add(EmailAddress("ben@example.com")!, .support, isMailed: true))
            ),
            ("operators list", .operators(.list)),
            (
                "operators role ben@example.com --role admin",
                .operators(.setRole(EmailAddress("ben@example.com")!, .admin))
            ),
            ("operators limit --role support 50", .operators(.setLimit(.support, 50))),
            ("operators limit --role admin none", .operators(.setLimit(.admin, nil))),
            (
                "operators reset ben@example.com",
                .operators(.reset(EmailAddress("ben@example.com")!, isMailed: false))
            ),
            ("operators remove ben@example.com", .operators(.remove(EmailAddress("ben@example.com")!))),
            ("links import links.csv", .importLinks(path: "links.csv", isDryRun: false)),
            ("links import --dry-run links.csv", .importLinks(path: "links.csv", isDryRun: true)),
            ("links import - --dry-run", .importLinks(path: "-", isDryRun: true)),
            ("links import --help", .help(.links)),
            (
                "users import users.json --from firebase --hash-config h.txt",
                .importUsers(path: "users.json", from: .firebase, hashConfig: "h.txt", isDryRun: false)
            ),
            (
                "users import --dry-run --from csv -",
                .importUsers(path: "-", from: .csv, hashConfig: nil, isDryRun: true)
            ),
            ("users show anne@example.com", .showUser(name: "anne@example.com")),
            ("users import --help", .help(.users)),
            ("users export --email Anne@example.com", .exportUser(.email(EmailAddress("anne@example.com")!))),
            (
                "users erase --external-id=own-1 --dry-run",
                .eraseUser(.externalID(ExternalID("own-1")!), isDryRun: true, isSure: false)
            ),
            (
                "users erase 01a20052-3a27-77ad-8988-0dbbd357781a --yes",
                .eraseUser(
                    .uid(UserID(UUID(text: "01a20052-3a27-77ad-8988-0dbbd357781a")!)), isDryRun: false,
                    isSure: true)
            ),
            ("ledger verify", .verifyLedger(statement: nil, csv: nil)),
            (
                "ledger verify --csv copies --statement s.json",
                .verifyLedger(statement: "s.json", csv: "copies")
            ),
            ("ledger seal --accept", .sealLedger(accepts: true)),
            ("ledger state", .stateLedger),
            ("ledger copies", .copyLedger),
            (
                "webhooks list --url https://shipmate.example --key sk_1",
                .listWebhooks(ServerAccess(url: "https://shipmate.example", key: "sk_1"))
            ),
            (
                "webhooks test 01938f3e-9f20-7e51-8d33-0B1C2D3E4F61 reward.paid",
                .testWebhook(
                    id: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f61", type: "reward.paid", ServerAccess())
            ),
            (
                "webhooks replay 01938f3e-9f20-7e51-8d33-0b1c2d3e4f61 --from 2h --until 2026-11-20T08:00:00Z",
                .replayWebhook(
                    id: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f61",
                    ReplaySpan(from: .ago(Lifetime("2h")!), until: .at("2026-11-20T08:00:00Z")), types: nil,
                    ServerAccess())
            ),
            (
                "listen --forward-to http://127.0.0.1:3000/hooks --types user.created,reward.paid",
                .listen(
                    ListenOptions(
                        forwardTo: "http://127.0.0.1:3000/hooks", types: ["user.created", "reward.paid"]))
            ),
            ("demo", .demo(url: nil)),
            ("demo --url http://127.0.0.1:9", .demo(url: "http://127.0.0.1:9")),
            ("demo --fill", .fillDemo(DemoFilling())),
            ("demo --fill --players 200 --seed 7", .fillDemo(DemoFilling(players: 200, seed: 7))),
            ("openapi", .openapi),
            ("openapi --help", .help(.openapi)),
            ("help", .help(.overview)),
            ("help configuration", .help(.configuration)),
            ("help keys", .help(.keys)),
            ("--help", .help(.overview)),
            ("-h", .help(.overview)),
            ("serve --help", .help(.serve)),
            ("keys create --help", .help(.keys)),
            ("--version", .version),
        ] as [(String, Command)])
    func reads(text: String, command: Command) throws {
        #expect(try Command.parse(words(text)) == command)
    }

    @Test(
        "refuses what is no command, and says what was meant",
        arguments: [
            ("", "a subcommand is needed"),
            ("serv", "unknown command serv; did you mean serve?"),
            ("elephant", "unknown command elephant"),
            ("--versoin", "unknown option --versoin"),
            ("overview", "unknown command overview"),
            ("configuration", "unknown command configuration"),
            ("serve --migrat", "unknown option --migrat; did you mean --migrate?"),
            ("serve now", "unknown argument now"),
            ("serve --migrate --migrate", "--migrate is given twice"),
            ("serve --ready-file", "--ready-file needs a value"),
            ("serve --migrate=yes", "--migrate is given twice or has no value to take"),
            ("migrate --url x", "unknown option --url"),
            ("migrate --shards 64", "--shards needs --citus"),
            ("migrate --citus --shards many", "--shards many: 1 to 1024"),
            ("keys", "create, list, revoke, rotate-signing, wrap or unwrap is missing"),
            ("keys --scope server create", "create, list, revoke, rotate-signing, wrap or unwrap is missing"),
            ("keys craete", "unknown command craete; did you mean create?"),
            ("keys create --name ops", "--scope is missing"),
            ("keys create --scope", "--scope needs a value"),
            ("keys create --scope --name x", "--scope needs a value"),
            ("keys create --scope= --name x", "--scope is empty"),
            ("keys create --scope sever --name x", "unknown scope sever; did you mean server?"),
            ("keys create --scope read --name x --expires 90", "--expires 90: a whole number of hours"),
            ("keys create --scope read --name x --expires", "--expires needs a value"),
            ("keys revoke", "the ID of a key"),
            ("keys revoke a b", "unknown argument b"),
            ("keys rotate-signing now", "unknown argument now"),
            ("operators", "add, list, role, limit, reset or remove is missing"),
            ("operators add ben@example.com", "--role is missing"),
            ("operators add ben --role admin", "ben is not an e-mail address"),
            ("operators add --role admin", "the e-mail address of an operator is missing"),
            ("operators add a@b.example --role suport", "unknown role suport; did you mean support?"),
            ("operators remove a@b.example --mail", "unknown option --mail"),
            ("links", "import is missing"),
            ("links imprt a.csv", "unknown command imprt; did you mean import?"),
            ("links import", "the CSV file to import, or - for standard input, is missing"),
            ("links import a.csv b.csv", "unknown argument b.csv"),
            ("links import a.csv --dryrun", "unknown option --dryrun; did you mean --dry-run?"),
            ("users erase", "a uid, --email or --external-id is missing"),
            ("users erase ben", "ben is not a uid; other names follow --email and --external-id"),
            ("users erase --email ben", "--email ben: not an e-mail address"),
            ("users erase --email a@b.example --external-id c", "use either --email or --external-id"),
            ("users erase --email a@b.example c", "unknown argument c"),
            ("users erase --yes --dry-run --email a@b.example", "use either --dry-run or --yes"),
            ("users export --yes --email a@b.example", "unknown option --yes"),
            ("webhooks", "list, test or replay is missing"),
            ("webhooks test ben reward.paid", "ben is not a webhook's ID"),
            (
                "webhooks test 01938f3e-9f20-7e51-8d33-0b1c2d3e4f61 reward.payed",
                "unknown type reward.payed; did you mean reward.paid?"
            ),
            ("webhooks replay 01938f3e-9f20-7e51-8d33-0b1c2d3e4f61", "--from is missing"),
            ("webhooks replay x --from yesterday", "--from yesterday: a time such as"),
            ("listen", "--forward-to is missing"),
            ("listen --forward-to 127.0.0.1:3000", "--forward-to 127.0.0.1:3000: http://"),
            ("demo --url", "--url needs a value"),
            ("demo --players 200", "--players and --seed need --fill"),
            ("demo --fill --players 9", "--players 9: 100 to 20000"),
            ("demo --fill --seed one", "--seed one: a whole number from 0 on"),
            ("demo --fill --url http://127.0.0.1:9", "--fill takes no --url"),
            ("help elephants", "unknown help topic elephants"),
        ])
    func refuses(text: String, message: String) throws {
        let error = #expect(throws: UsageError.self) { try Command.parse(words(text)) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        #expect(error?.description.contains("usage: shipmate") == true)
    }

    @Test(
        "a key goes in plain to this machine alone",
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://localhost:8080/", true), ("http://[::1]:8080", true),
            ("http://127.example.com", false), ("http://localhost.example.com", false),
            ("http://10.0.0.5:8080", false), ("https://shipmate.example", false),
        ])
    func ofThisMachine(url: String, isOfThisMachine: Bool) {
        #expect(AdminClient.isOfThisMachine(url) == isOfThisMachine)
    }

    @Test("a mistake in keys shows the usage of keys") func showsTheTopic() {
        let error = #expect(throws: UsageError.self) { try Command.parse(["keys", "lits"]) }
        #expect(error?.topic == .keys)
    }

    @Test(
        "the overview names each action",
        arguments: ["keys", "operators", "links", "users", "rules", "ledger"])
    func overviewNamesActions(group: String) throws {
        let error = try #require(throws: UsageError.self) { try Command.parse([group]) }
        let actions = error.message.replacing(" is missing", with: "").replacing(" or ", with: ", ")
        let lines = HelpTopic.overview.text.split(separator: "\n").filter { $0.hasPrefix("  \(group) ") }
        for action in actions.split(separator: ", ") {
            #expect(lines.contains { $0.contains(action) }, "\(group) \(action)")
        }
    }

    @Test(
        "reads a lifetime",
        arguments: [
            ("1h", 3_600), ("90d", 7_776_000), ("52w", 31_449_600), ("3653d", 315_619_200), ("3654d", nil),
            ("0d", nil), ("-1d", nil), ("+1d", nil), ("1", nil), ("d", nil), ("", nil), ("1.5d", nil),
            ("1m", nil),
            ("9999999999999999999d", nil), ("90 d", nil), ("90D", nil),
        ] as [(String, Int64?)])
    func readsALifetime(text: String, seconds: Int64?) {
        #expect(Lifetime(text)?.seconds == seconds)
    }

    private func words(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
