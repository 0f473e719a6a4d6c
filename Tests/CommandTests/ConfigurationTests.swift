import EventLoops
import Postgres
import Testing

@testable import shipmate

@Suite struct ConfigurationTests {
    @Test("without an environment, the defaults") func defaults() throws {
        let configuration = try Configuration(environment: [:])
        #expect(configuration.http.host == "127.0.0.1")
        #expect(configuration.http.port == 8080)
        #expect(configuration.http.connectionsMax == 10_240)
        #expect(configuration.http.batchBodyBytesMax == 1_048_576)
        #expect(configuration.database.source == .embedded)
        #expect(configuration.dataDirectory == ".shipmate")
        #expect(configuration.rates.isLimited)
        #expect(!configuration.database.isUnsafeAllowed)
        #expect(configuration.loops >= 1)
    }

    @Test("an empty variable is an unset one") func empty() throws {
        let environment = Dictionary(uniqueKeysWithValues: Configuration.settings.map { ($0.name, "") })
        #expect(try Configuration(environment: environment) == Configuration(environment: [:]))
    }

    @Test("every setting takes its own default, and shows it") func roundTrip() throws {
        let configuration = try Configuration(environment: [:])
        for setting in Configuration.settings where !setting.isSecret {
            #expect(setting.show(configuration) == setting.fallback, "\(setting.name)")
        }
    }

    @Test("on Citus a loop serves for four processors, with twice the connections, unless told")
    func loops() throws {
        let group = try EventLoopGroup(count: 8)
        defer { group.stop() }
        var database = PostgresConfiguration(try ConnectionParameters("postgresql://127.0.0.1/shipmate"))
        database.connectionsPerLoop = 4
        let chosen = ["SHIPMATE_LOOPS": "8"]
        for (environment, engine, loops, connections) in [
            ([:], DatabaseEngine.citus, 2, 9), (chosen, .citus, 8, 4), ([:], .postgres, 8, 4),
        ] {
            let configuration = try Configuration(environment: environment)
            let shared = configuration.shared(database.fitting(engine), by: group.loops)
            #expect(shared.loops.count == loops && shared.database.connectionsPerLoop == connections)
        }
    }

    @Test("names are unique and a limit's unit comes last") func names() {
        let names = Configuration.settings.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { !$0.contains("TIMEOUT") || $0.hasSuffix("_MILLISECONDS") })
    }

    @Test(
        "refuses a value that isn't allowed",
        arguments: [
            ("SHIPMATE_HTTP_PORT", "99999", "a whole number from 0 to 65535"),
            ("SHIPMATE_HTTP_PORT", "-1", "a whole number from 0 to 65535"),
            ("SHIPMATE_HTTP_PORT", "+80", "a whole number from 0 to 65535"),
            ("SHIPMATE_HTTP_PORT", "80 ", "a whole number from 0 to 65535"),
            ("SHIPMATE_DRAIN_MILLISECONDS", "5s", "a whole number from 0 to 600000"),
            ("SHIPMATE_DRAIN_MILLISECONDS", "600001", "a whole number from 0 to 600000"),
            ("SHIPMATE_LOOPS", "0", "a whole number from 1 to 256"),
            ("SHIPMATE_HTTP_BODY_BYTES_MAX", "64K", "a whole number from 1024 to 16777216"),
            ("SHIPMATE_HTTP_BODY_BYTES_MAX", "99999999999999999999", "a whole number from 1024 to 16777216"),
            ("SHIPMATE_ACCESS_LOG", "yes", "on or off"),
            ("SHIPMATE_TOKEN_ISSUER", "our game", "1 to 200 printable ASCII characters"),
            ("SHIPMATE_TOKEN_AUDIENCE", "\"game\"", "1 to 200 printable ASCII characters"),
            ("SHIPMATE_LOG", "verbose", "one of info, debug, off"),
            ("SHIPMATE_CORS_ORIGINS", "*", "scheme://host or scheme://host:port"),
            ("SHIPMATE_CORS_ORIGINS", "https://game.example,https://b.example/", "scheme://host or"),
            ("SHIPMATE_HTTP_PROT", "80", "did you mean SHIPMATE_HTTP_PORT?"),
            ("SHIPMATE_BOGUS", "1", "unknown setting; see `shipmate help configuration`"),
            ("SHIPMATE_ELEPHANTS", "80", "unknown setting; see `shipmate help configuration`"),
            ("DATABASE_URL", "mysql://a:secret@b/c", "postgresql://user:password@host/name"),
            ("DATABASE_URL", "shipmate", "postgresql://user:password@host/name"),
            ("SHIPMATE_DATABASE_OWNER_URL", "postgresql:///x", "only with DATABASE_URL"),
            ("SHIPMATE_LISTEN_URL", "postgresql:///x", "only with DATABASE_URL"),
            ("SHIPMATE_HTTP_BATCH_BODY_BYTES_MAX", "2000", "at least SHIPMATE_HTTP_BODY_BYTES_MAX (65536)"),
        ])
    func refuses(name: String, value: String, allowed: String) {
        let error = #expect(throws: ConfigurationMistakes.self) {
            try Configuration(environment: [name: value])
        }
        #expect(error?.all.count == 1)
        #expect(error?.all.first?.name == name)
        #expect(error?.all.first?.allowed.hasPrefix(allowed) == true, "\(String(describing: error))")
        #expect(error?.description.contains("secret") == false)
    }

    @Test("who listens elsewhere does so with the service's settings, and is told what is no address")
    func listening() throws {
        let environment = ["DATABASE_URL": "postgresql://pooler/x", "SHIPMATE_LISTEN_URL": "host=direct"]
        let configuration = try Configuration(environment: environment)
        let listening = try #require(try configuration.listeningPostgres())
        #expect(listening.parameters == (try ConnectionParameters("host=direct")))
        #expect(listening.settings.others.contains(.init("role", "shipmate_service")))
        #expect(try Configuration(environment: ["DATABASE_URL": "host=x"]).listeningPostgres() == nil)
        let error = #expect(throws: ConfigurationMistakes.self) {
            try Configuration(environment: ["DATABASE_URL": "host=x", "SHIPMATE_LISTEN_URL": "here"])
        }
        #expect(error?.all.map(\.name) == ["SHIPMATE_LISTEN_URL"])
    }

    @Test("reports all mistakes at once") func all() {
        let error = #expect(throws: ConfigurationMistakes.self) {
            try Configuration(environment: [
                "SHIPMATE_HTTP_PORT": "http", "SHIPMATE_LOOPS": "many", "SHIPMATE_LOPS": "2",
                "SHIPMATE_HTTP_HOST": "0.0.0.0", "SHIPMATE_RATE_LIMITS": "off",
            ])
        }
        #expect(
            error?.all.map(\.name) == [
                "SHIPMATE_HTTP_PORT", "SHIPMATE_LOOPS", "SHIPMATE_LOPS", "SHIPMATE_RATE_LIMITS",
            ])
        #expect(error?.description.contains("SHIPMATE_HTTP_PORT=http: a whole number") == true)
    }

    @Test(
        "rate limits are off on loopback addresses only",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("::1", true),
            ("0.0.0.0", false), ("::", false), ("10.0.0.1", false), ("example.com", false),
        ])
    func rateLimits(host: String, isAllowed: Bool) {
        let environment = ["SHIPMATE_HTTP_HOST": host, "SHIPMATE_RATE_LIMITS": "off"]
        #expect(((try? Configuration(environment: environment)) != nil) == isAllowed)
    }

    @Test(
        "the connection limit leaves room for other descriptors",
        arguments: [(1_048_576, 10_240, nil), (1_024, 920, 920), (64, 16, 16)] as [(Int, Int, Int?)])
    func descriptors(descriptorsMax: Int, connectionsMax: Int, lowered: Int?) throws {
        var configuration = try Configuration(environment: ["SHIPMATE_LOOPS": "2"])
        #expect(configuration.bound(toDescriptors: descriptorsMax) == lowered)
        #expect(configuration.http.connectionsMax == connectionsMax)
    }

    @Test("origins are listed behind commas, and the mistake names the one that is none") func origins()
        throws
    {
        let name = "SHIPMATE_CORS_ORIGINS"
        let configuration = try Configuration(environment: [
            name: "https://game.example, http://localhost:5173"
        ])
        #expect(configuration.corsOrigins.count == 2)
        #expect(configuration.description.contains("https://game.example,http://localhost:5173"))
        let error = #expect(throws: ConfigurationMistakes.self) {
            try Configuration(environment: [name: "https://game.example,https://game.example/play"])
        }
        #expect(error?.all.first?.allowed.hasSuffix("https://game.example/play is not an origin") == true)
    }

    @Test("help lists every setting, and the table at start hides passwords") func texts() throws {
        let configuration = try Configuration(environment: [
            "DATABASE_URL": "postgresql://shipmate:hunter2@db/shipmate",
            "SHIPMATE_DATABASE_OWNER_URL": "host=db password='hunter 2' user=owner",
            "SHIPMATE_LISTEN_URL": "postgresql://shipmate:hunter2@direct/shipmate",
        ])
        let table = configuration.description
        for setting in Configuration.settings {
            #expect(Configuration.help.contains(setting.name))
            #expect(table.contains(setting.name))
        }
        #expect(!Configuration.help.contains("()"))
        #expect(table.contains("postgresql://shipmate:***@db/shipmate"))
        #expect(table.contains("host=db password=*** user=owner"))
        #expect(table.contains("postgresql://shipmate:***@direct/shipmate"))
        #expect(!table.contains("hunter"))
    }
}
