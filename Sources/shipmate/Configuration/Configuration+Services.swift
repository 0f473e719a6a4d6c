internal import API
internal import Accounts
internal import Batching
internal import Console
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import HTTP
internal import Invitations
internal import JSON
internal import Ledger
internal import LegacyAPI
internal import Limits
internal import Pages
internal import Postgres
internal import Rewards
internal import Service
internal import Tracing
internal import WebClient

extension Configuration {
    /// The role with the service's rights, for any login role.
    private static let serviceRole = "shipmate_service"

    /// How the service connects: as the service's role, even when the connection string is the owner's.
    func servicePostgres(_ urls: DatabaseURLs) throws(ConnectionParameters.Invalid) -> PostgresConfiguration {
        try servicePostgres(at: urls.service)
    }

    /// The loops that serve, and with how many connections.
    func shared(
        _ database: PostgresConfiguration, by loops: [EventLoop]
    ) -> (database: PostgresConfiguration, loops: [EventLoop]) {
        areLoopsChosen ? (database, loops) : database.shared(by: loops)
    }

    /// Where the service listens, if that is elsewhere.
    func listeningPostgres() throws(ConnectionParameters.Invalid) -> PostgresConfiguration? {
        database.listenURL.isEmpty ? nil : try servicePostgres(at: database.listenURL)
    }

    private func servicePostgres(
        at url: String
    ) throws(ConnectionParameters.Invalid) -> PostgresConfiguration {
        var settings = SessionSettings.writing
        settings.statementTimeoutMilliseconds = database.statementTimeoutMilliseconds
        settings.others.append(.init("role", Self.serviceRole))
        var postgres = PostgresConfiguration(try ConnectionParameters(url), settings: settings)
        postgres.connectionsPerLoop = database.connectionsPerLoop
        postgres.waitMillisecondsMax = database.waitMilliseconds
        postgres.replyMillisecondsMax = database.statementTimeoutMilliseconds + 1000
        return postgres
    }

    /// How the schema and the keys are managed.
    func ownerPostgres(_ urls: DatabaseURLs) throws(ConnectionParameters.Invalid) -> PostgresConfiguration {
        PostgresConfiguration(try ConnectionParameters(urls.owner), settings: .unlimited)
    }

    func api(
        _ database: PostgresConfiguration, files: RereadFiles, ledgerKeys: LedgerKeys?,
        disposable: DisposableMail, mail: (way: MailConfiguration?, words: MailTemplates),
        identities: IdentityConfiguration, receivers: WebClient, log: LogSink, traces: Traces?,
        warnings: @escaping @Sendable () -> [String], setup: @escaping @Sendable () -> [SetupStep]
    ) throws(ConnectionParameters.Invalid) -> APIConfiguration {
        let wait = self.database.waitMilliseconds
        let coalescer = CoalescerLimits(
            batchCommandsMax: batchCommandsMax, queueCommandsMax: queueCommandsMax,
            waitMilliseconds: wait)
        var services = ServiceConfiguration(
            database: database, listening: try listeningPostgres(), coalescer: coalescer,
            limits: rates.limits(),
            tokenNames: TokenNames(issuer: tokenIssuer, audience: tokenAudience) ?? .standard,
            profile: files.profile, clicks: clicks.storage, disposable: disposable,
            ledger: ledgerKeys.map { ledgerConfiguration($0, log) }, deletion: deletionConfiguration,
            delivery: deliveryConfiguration(receivers),
            mail: mail.way, identities: identities,
            log: { log.write($0) })
        services.approvals = approvals
        services.publicURL = self.mail.publicURL
        return APIConfiguration(
            services: services,
            http: http.limits,
            limits: apiLimits, added: addedRoutes, elsewhere: console(warnings).routes,
            crossOrigin: CrossOrigin(files.origins), log: log,
            logsExchanges: isAccessLogOn, traces: traces, mails: MailWriter(mail.words),
            warnings: warnings, setup: setup)
    }

    /// Statements go to the log, and to a folder where one is named.
    private func ledgerConfiguration(_ keys: LedgerKeys, _ log: LogSink) -> LedgerConfiguration {
        let folder = StatementFolder(path: ledger.statementsDirectory)
        return LedgerConfiguration(
            keys: keys, statementSeconds: 60 * ledger.statementMinutes,
            hasSealingEnded: folder?.saysSealingEnded(by: keys) ?? false
        ) { statement in
            do throws(EmbeddedPostgresError) {
                try folder?.write(statement)
            } catch {
                log.write(
                    LogLine(.error, "a statement of the ledger can't be written", ["error": "\(error)"]))
            }
        }
    }

    var apiLimits: APILimits {
        APILimits(
            connectionsMax: http.connectionsMax, batchBodyBytesMax: http.batchBodyBytesMax,
            bodyBytesMax: http.bodyBytesMax, forwardedHops: forwardedHops, takesUserEvents: takesUserEvents)
    }

    /// Answers while there is no database yet.
    func waitingRoom(at socket: ListeningSocket, on loop: EventLoop) -> WaitingRoom {
        WaitingRoom(socket: socket, connectionsMax: http.connectionsMax, limits: http.limits, on: loop)
    }

    var addedRoutes: [any AddedRoutes] { hasLegacyAPI ? [LegacyRoutes()] : [] }

    var logMinimum: LogLine.Level? {
        switch log {
        case .debug: .debug
        case .info: .info
        case .off: nil
        }
    }
}

extension Configuration.HTTP {
    fileprivate var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.bodyBytesMax = bodyBytesMax
        limits.buffersBytesMax = buffersMaxMB * 1_048_576
        limits.headerTimeoutMilliseconds = headerTimeoutMilliseconds
        limits.bodyTimeoutMilliseconds = bodyTimeoutMilliseconds
        limits.handlerTimeoutMilliseconds = handlerTimeoutMilliseconds
        limits.writeTimeoutMilliseconds = writeTimeoutMilliseconds
        limits.idleTimeoutMilliseconds = idleTimeoutMilliseconds
        return limits
    }
}

extension Configuration.Rates {
    /// - Parameter keysMax: of each limit.
    func limits(keysMax: Int = 16_384) -> RateLimits {
        guard isLimited else { return .off }
        let hour = 3600
        return RateLimits(
            signInFailuresPerAccount: RateLimit(signInFailuresPerAccountPerHour, perSeconds: hour),
            signInFailuresPerAddress: RateLimit(signInFailuresPerAddressPerHour, perSeconds: hour),
            signInFailuresPerAccountAndAddress: RateLimit(
                signInFailuresPerAccountAndAddressPerHour, perSeconds: hour),
            credentialFailuresPerUser: RateLimit(credentialFailuresPerUserPerHour, perSeconds: hour),
            signUpsPerAddress: RateLimit(signUpsPerAddressPerHour, perSeconds: hour),
            eventsPerUser: RateLimit(eventsPerUserPerMinute, perSeconds: 60),
            linksPerUser: RateLimit(linksPerUserPerMinute, perSeconds: 60),
            linkClaimsPerAddress: RateLimit(linkClaimsPerAddressPerMinute, perSeconds: 60),
            linkEventsPerAddress: RateLimit(linkEventsPerAddressPerMinute, perSeconds: 60),
            readsPerUser: RateLimit(readsPerUserPerMinute, perSeconds: 60),
            linkOpensPerAddress: RateLimit(linkOpensPerAddressPerMinute, perSeconds: 60),
            qrCodesPerAddress: RateLimit(qrCodesPerAddressPerMinute, perSeconds: 60),
            mailsPerEmail: RateLimit(mailsPerEmailPerHour, perSeconds: hour),
            mailsPerAddress: RateLimit(mailsPerAddressPerHour, perSeconds: hour),
            wrongProofsPerSession: RateLimit(wrongProofsPerSessionPerHour, perSeconds: hour),
            passwordChangesPerUser: RateLimit(passwordChangesPerUserPerDay, perSeconds: 24 * hour),
            identityChangesPerUser: RateLimit(identityChangesPerUserPerDay, perSeconds: 24 * hour),
            wrongTokensPerAddress: RateLimit(wrongTokensPerAddressPerHour, perSeconds: hour),
            mergesPerAccount: RateLimit(mergesPerAccountPerDay, perSeconds: 24 * hour),
            emailProbesPerAddress: RateLimit(emailProbesPerAddressPerHour, perSeconds: hour),
            wrongCodesPerOperator: RateLimit(10, perSeconds: hour),
            consoleSignIns: RateLimit(60, perSeconds: hour), keysMax: keysMax)
    }
}

extension Configuration.Clicks {
    fileprivate var storage: ClickStorage {
        var limits = ClickStorage.Limits()
        limits.retentionDays = retentionDays
        limits.megabytesMax = megabytesMax
        limits.bytesPerSecond = bytesPerSecond
        return ClickStorage(limits)
    }
}
