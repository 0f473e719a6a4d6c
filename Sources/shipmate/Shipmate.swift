internal import API
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import Migrations

/// The program: arguments and environment in, exit status out.
enum Shipmate {
    static func run(arguments: [String], environment: [String: String]) async -> Int32 {
        do {
            let command = try Command.parse(arguments)
            switch command {
            case .help(let topic): Console.print(topic.text)
            case .version: Console.print("shipmate \(ProductVersion.current)")
            // Only where the server listens is its business.
            case .demo:
                try await perform(
                    command,
                    Configuration(environment: environment.filter { $0.key.hasPrefix("SHIPMATE_HTTP_") }))
            case .listWebhooks(let access), .testWebhook(_, _, let access),
                .replayWebhook(_, _, _, let access):
                try await call(command, access, environment)
            case .listen(let options): try await call(command, options.access, environment)
            case .testServer(let options):
                _ = Descriptors.raiseLimit()
                try await ServeTests(options, environment: environment).run()
            default: try await perform(command, Configuration(environment: environment))
            }
            return 0
        } catch let error as UsageError {
            Console.complain(error.description)
            return UsageError.exitStatus
        } catch let error as ConfigurationMistakes {
            Console.complain(error.description)
            return ConfigurationMistakes.exitStatus
        } catch {
            Console.report("\(error)")
            return 1
        }
    }

    private static func perform(_ command: Command, _ configuration: Configuration) async throws {
        var configuration = configuration
        if let connectionsMax = configuration.bound(toDescriptors: Descriptors.raiseLimit()) {
            Console.report("SHIPMATE_HTTP_CONNECTIONS_MAX lowered to \(connectionsMax): the descriptor limit")
        }
        switch command {
        case .serve(let migrates, let readyPath, let isVerbose):
            try await Serve(
                configuration: configuration, migrates: migrates, readyPath: readyPath, isVerbose: isVerbose
            ).run()
        case .check(isLive: true): try LiveCheck(configuration.http).run()
        case .demo(let url): try Demo(url ?? LiveCheck(configuration.http).url).run()
        case .fillDemo(let options):
            guard configuration.database.source.isEmbedded else { throw FillDemo.notEmbedded }
            let run = FillDemo(configuration: configuration, options: options).run
            try await withDatabase(configuration, run: run)
        case .migrate(let isSpread, let shards):
            let migrate = Migrate(configuration, distribution: isSpread ? Distribution(shards: shards) : nil)
            try await withDatabase(configuration, makesMissing: true, run: migrate.run)
        case .check: try await withDatabase(configuration, run: Check(configuration: configuration).run)
        case .doctor(let app):
            try await withDatabase(
                configuration, run: AppDoctor(configuration: configuration, app: app).run)
        case .createKey(let scope, let name, let lifetime):
            try await keys(.create(scope, name: name, lifetime), configuration)
        case .listKeys: try await keys(.list, configuration)
        case .revokeKey(let id): try await keys(.revoke(id: id), configuration)
        case .rotateSigningKey: try await secrets(.rotateSigning, configuration)
        case .wrapSecrets: try await secrets(.wrap, configuration)
        case .unwrapSecrets: try await secrets(.unwrap, configuration)
        case .operators(let action):
            let run = KeepOperators(configuration: configuration, action: action).run
            try await withDatabase(configuration, run: run)
        case .importLinks(let path, let isDryRun):
            try await importLinks(path, isDryRun: isDryRun, configuration)
        case .importUsers(let path, let origin, let hashConfig, let isDryRun):
            let run = ImportUsers(
                configuration: configuration, path: path, origin: origin, hashConfigPath: hashConfig,
                isDryRun: isDryRun)
            if isDryRun {
                try await run.dryRun()
            } else {
                try await withDatabase(configuration, run: run.run)
            }
        case .showUser(let name):
            try await withDatabase(
                configuration, run: ShowUsers(configuration: configuration, name: name).run)
        case .eraseUser(let name, let isDryRun, let isSure):
            let run = EraseUsers(
                configuration: configuration, name: name, isDryRun: isDryRun, isSure: isSure)
            try await withDatabase(configuration, run: run.run)
        case .exportUser(let name):
            try await withDatabase(
                configuration, run: ExportUsers(configuration: configuration, name: name).run)
        case .applyRules(let path, let isDryRun):
            try await rules(.apply(path: path, isDryRun: isDryRun), configuration)
        case .exportRules: try await rules(.export, configuration)
        case .openapi: try await printDescription(configuration)
        case .verifyLedger(let statement, let folder?, _):
            try await LedgerVerification.run(folder: folder, statement: statement, configuration)
        case .verifyLedger(let statement, nil, let causes):
            try await ledger(.verify(statement: statement, causes: causes), configuration)
        case .adoptCauses(let accepts): try await ledger(.adopt(accepts: accepts), configuration)
        case .sealLedger(let accepts): try await ledger(.seal(accepts: accepts), configuration)
        case .stateLedger: try await ledger(.state, configuration)
        case .copyLedger: Console.print(LedgerVerification.script)
        case .help, .version, .listWebhooks, .testWebhook, .replayWebhook, .listen, .testServer: break
        }
    }

    /// A command that calls a server. With a key it needs no other setting than where that is.
    private static func call(
        _ command: Command, _ access: ServerAccess, _ environment: [String: String]
    ) async throws {
        var (environment, access) = (environment, access)
        let key = environment[Configuration.apiKeyVariable]
        access.key = access.key ?? (key == "" ? nil : key)
        if access.key != nil { environment = environment.filter { $0.key.hasPrefix("SHIPMATE_HTTP_") } }
        let configuration = try Configuration(environment: environment)
        switch command {
        case .listen(let options):
            let call = ServerCall(
                configuration: configuration, access: access, scope: .admin, keySeconds: 86_400)
            try await call.run(Listen(options: options).run)
        case .listWebhooks: try await call(.list, .read, access, configuration)
        case .testWebhook(let id, let type, _):
            try await call(.test(id: id, type: type), .admin, access, configuration)
        case .replayWebhook(let id, let span, let types, _):
            try await call(.replay(id: id, span, types: types), .admin, access, configuration)
        default: break
        }
    }

    private static func call(
        _ action: KeepWebhooks.Action, _ scope: APIKey.Scope, _ access: ServerAccess,
        _ configuration: Configuration
    ) async throws {
        let run = KeepWebhooks(action: action).run
        let call = ServerCall(
            configuration: configuration, access: access, scope: scope, keySeconds: 600)
        try await call.run { client, _, loop in try await run(client, loop) }
    }

    private static func keys(_ action: KeepKeys.Action, _ configuration: Configuration) async throws {
        try await withDatabase(configuration, run: KeepKeys(configuration: configuration, action: action).run)
    }

    private static func secrets(
        _ action: KeepSecrets.Action, _ configuration: Configuration
    ) async throws {
        let run = KeepSecrets(configuration: configuration, action: action).run
        try await withDatabase(configuration, run: run)
    }

    private static func rules(_ action: Programme.Action, _ configuration: Configuration) async throws {
        let run = Programme(configuration: configuration, action: action).run
        try await withDatabase(configuration, run: run)
    }

    private static func ledger(
        _ action: KeepLedger.Action, _ configuration: Configuration
    ) async throws {
        let run = KeepLedger(configuration: configuration, action: action).run
        try await withDatabase(configuration, run: run)
    }

    private static func printDescription(_ configuration: Configuration) async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let json = try await PrintedDocument.json(
            configuration.apiLimits, configuration.addedRoutes, on: group.loops[0])
        Console.print(String(decoding: json, as: UTF8.self))
    }

    private static func importLinks(
        _ path: String, isDryRun: Bool, _ configuration: Configuration
    ) async throws {
        guard let profile = try configuration.appProfile() else { throw ImportLinks.NoProfile() }
        let run = ImportLinks(
            configuration: configuration, profile: profile, path: path, isDryRun: isDryRun)
        if isDryRun { try await run.dryRun() } else { try await withDatabase(configuration, run: run.run) }
    }

    /// Runs a short command against the configured database, on a loop of its own.
    private static func withDatabase(
        _ configuration: Configuration, makesMissing: Bool = false,
        run: (DatabaseURLs, isolated EventLoop) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        try await configuration.withDatabase(makesMissing: makesMissing, report: Console.report) { urls in
            try await run(urls, group.loops[0])
        }
    }
}
