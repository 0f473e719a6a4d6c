internal import API
internal import Accounts
internal import Batching
internal import Console
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import HTTP
internal import Limits
internal import Links
internal import Pages
internal import Postgres
internal import Referrals
internal import Service
internal import TestApps

extension ServeTests {
    private static let connectionsPerApp = 1
    /// Of each limit and app, instead of the thousands that a server has room for.
    fileprivate static let limitKeysMax = 256
    /// A hundred years.
    fileprivate static let countedDaysAtOnce: Int32 = 36_500
    fileprivate static let sender = EmailAddress("shipmate@test.example")!

    /// The product's own services, composed as `serve` does.
    func parts(
        _ filling: TestTemplate.Filling, _ cluster: DisposableCluster, _ socket: ListeningSocket,
        _ outgoing: Outgoing, _ log: LogSink
    ) throws -> AppParts {
        let postgres = cluster.postgres
        let (configuration, port) = (configuration, socket.port)
        let ownProfile = options.profile == nil ? nil : try configuration.appProfile()
        return AppParts(
            configure: { terms in
                let profile =
                    try ownProfile
                    ?? configuration.appProfile(
                        Array(ExampleProfile(port: port, host: "\(terms.id).localhost").text.utf8))
                return try configuration.testApp(terms, profile, outgoing, log)
            },
            share: { try SharedServices(secrets: filling.secrets, zone: filling.zone, passwordWorkers: 1) },
            connect: { database in
                let url = postgres.url(of: database, as: .service)
                var found = try configuration.servicePostgres(DatabaseURLs(service: url, owner: url))
                found.connectionsPerLoop = Self.connectionsPerApp
                // A busy machine is no failure of the app under test.
                found.settings.statementTimeoutMilliseconds = 10_000
                found.settings.lockTimeoutMilliseconds = 5_000
                found.settings.idleInTransactionTimeoutMilliseconds = 10_000
                found.waitMillisecondsMax = 8_000
                found.connectMillisecondsMax = 8_000
                found.replyMillisecondsMax = 11_000
                return found
            },
            administration: { try postgres.administration(of: $0) }, template: TestTemplate.database,
            adminKey: filling.adminKey, serverKey: filling.serverKey, clockStart: options.clock,
            url: "http://127.0.0.1:\(port)")
    }
}

extension EmbeddedPostgres {
    /// How to connect to a database, as the superuser.
    func administration(of database: String) throws -> PostgresConfiguration {
        PostgresConfiguration(
            try ConnectionParameters(url(of: database, as: .superuser)), settings: .unlimited)
    }
}

extension Configuration {
    fileprivate func testApp(
        _ terms: AppParts.Terms, _ profile: AppProfile, _ outgoing: Outgoing, _ log: LogSink
    ) throws -> APIConfiguration {
        var services = ServiceConfiguration(
            database: terms.database, limits: rates.limits(keysMax: ServeTests.limitKeysMax),
            tokenNames: TokenNames(issuer: terms.url, audience: tokenAudience) ?? .standard,
            profile: profile,
            // Without a list of who was erased: that of a real installation may be in this folder.
            deletion: DeletionConfiguration(days: deletion.days),
            delivery: deliveryConfiguration(outgoing.receivers),
            mail: MailConfiguration(terms.mail, from: ServeTests.sender, publicURL: terms.url),
            log: { log.write($0) })
        services.countedDaysAtOnce = ServeTests.countedDaysAtOnce
        return APIConfiguration(
            services: services, limits: apiLimits, added: addedRoutes, log: log, logsExchanges: false)
    }
}
