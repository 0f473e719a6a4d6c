internal import Basics
internal import HTTP
internal import JSON
internal import Referrals
internal import WebClient

/// Everything a deployment may choose, read from the environment alone. `Configuration.settings` is the table
/// of names, defaults and help; the values here are what the rest of the command reads.
struct Configuration: Equatable, Sendable {
    var dataDirectory = ""
    /// The file of the app that links stand on; empty disables links.
    var appProfilePath = ""
    var disposableDomainsPath = ""
    /// The file of identity providers; empty for none.
    var identityProvidersPath = ""
    /// The list of leaked passwords; empty for none.
    var breachedPath = ""
    var isDataDirectoryChosen = false
    var loops = 0
    var areLoopsChosen = false
    var log = Log.info
    var isAccessLogOn = false
    /// Trusted proxies in front of the service, each of which appends the address it saw to
    /// `X-Forwarded-For`.
    var forwardedHops = 0
    /// Addresses that may reach the console; empty for all.
    var adminAddresses = ""
    /// The changes that need a second operator.
    var approvals = ApprovalPolicy()
    /// Of days that people count: an IANA name.
    var timeZone = ""
    /// The variables that the environment sets.
    private(set) var namesSet: Set<String> = []
    /// The sites whose scripts may read what is answered.
    var corsOrigins: [Origin] = []
    /// The file that lists them instead; empty for none.
    var corsOriginsPath = ""
    /// Users may post events of their own; else server keys alone.
    var takesUserEvents = true
    /// Whether Firebase's and Branch's own calls are answered.
    var hasLegacyAPI = true
    var batchCommandsMax = 0
    var queueCommandsMax = 0
    var shutdownTimeoutMilliseconds = 0
    /// Nil where the socket decides.
    var drainMilliseconds: Int?
    var clicks = Clicks()
    /// `iss` and `aud` of access tokens.
    var tokenIssuer = ""
    var tokenAudience = ""
    var database = Database()
    var http = HTTP()
    var rates = Rates()
    var ledger = Ledger()
    /// Hexadecimal; empty where none was given.
    var rootKeyText = ""
    var deletion = Deletion()
    var delivery = Delivery()
    var mail = Mail()
    var telemetry = Telemetry()

    enum Log: String, CaseIterable, Sendable {
        case info
        case debug
        case off
    }

    struct Database: Equatable, Sendable {
        var source = DatabaseSource.embedded
        /// Where notifications are heard, when that is elsewhere; else empty.
        var listenURL = ""
        var connectionsPerLoop = 0
        var waitMilliseconds = 0
        var statementTimeoutMilliseconds = 0
        /// Serve even when `fsync`, `full_page_writes` or `synchronous_commit` is off.
        var isUnsafeAllowed = false
    }

    struct HTTP: Equatable, Sendable {
        var host = ""
        var port: UInt16 = 0
        var connectionsMax = 0
        var bodyBytesMax = 0
        var batchBodyBytesMax = 0
        var buffersMaxMB = 0
        var headerTimeoutMilliseconds = 0
        var bodyTimeoutMilliseconds = 0
        var handlerTimeoutMilliseconds = 0
        var writeTimeoutMilliseconds = 0
        var idleTimeoutMilliseconds = 0

        /// Only this machine can reach the address it listens on.
        var isLoopback: Bool {
            host == "localhost" || host == "::1" || host.hasPrefix("127.")
        }
    }

    struct Ledger: Equatable, Sendable {
        /// 64 hexadecimal digits; empty where none is given.
        var key = ""
        var formerKeys: [String] = []
        /// Where statements are written to; empty for nowhere.
        var statementsDirectory = ""
        var statementMinutes = 0
    }

    struct Deletion: Equatable, Sendable {
        var days = 0
        /// Where the list of who was erased is kept; empty for beside the embedded database.
        var listPath = ""
    }

    struct Mail: Equatable, Sendable {
        /// Nil if mails aren't sent.
        var server: MailServer?
        var sender = ""
        /// The start of links in mails; empty if not set.
        var publicURL = ""
        var templatesDirectory = ""
        var operatorEmail = ""
    }

    struct Rates: Equatable, Sendable {
        var isLimited = false
        var signInFailuresPerAccountPerHour = 0
        var signInFailuresPerAddressPerHour = 0
        var signInFailuresPerAccountAndAddressPerHour = 0
        var credentialFailuresPerUserPerHour = 0
        var signUpsPerAddressPerHour = 0
        var eventsPerUserPerMinute = 0
        var linksPerUserPerMinute = 0
        var linkClaimsPerAddressPerMinute = 0
        var linkEventsPerAddressPerMinute = 0
        var readsPerUserPerMinute = 0
        var linkOpensPerAddressPerMinute = 0
        var qrCodesPerAddressPerMinute = 0
        var mailsPerEmailPerHour = 0
        var mailsPerAddressPerHour = 0
        var wrongProofsPerSessionPerHour = 0
        var wrongTokensPerAddressPerHour = 0
        var mergesPerAccountPerDay = 0
        var passwordChangesPerUserPerDay = 0
        var identityChangesPerUserPerDay = 0
        var emailProbesPerAddressPerHour = 0
    }

    struct Clicks: Equatable, Sendable {
        var retentionDays = 0
        var megabytesMax = 0
        var bytesPerSecond = 0
    }

    /// Reads the whole environment and reports every mistake at once.
    init(environment: [String: String]) throws(ConfigurationMistakes) {
        var mistakes: [ConfigurationMistake] = []
        for setting in Self.settings {
            let text = environment[setting.name].flatMap { $0.isEmpty ? nil : $0 }
            let allowed = setting.apply(&self, text ?? setting.fallback)
            if let allowed { mistakes.append(setting.mistake(text ?? setting.fallback, allowed: allowed)) }
        }
        namesSet = Set(environment.filter { !$0.value.isEmpty }.keys)
        isDataDirectoryChosen = environment["SHIPMATE_DATA_DIR"]?.isEmpty == false
        areLoopsChosen = environment["SHIPMATE_LOOPS"]?.isEmpty == false
        database.source = DatabaseSource(environment: environment)
        mistakes += Self.unknownNames(in: environment) + contradictions(in: environment)
        if !mistakes.isEmpty { throw ConfigurationMistakes(all: mistakes) }
    }

    /// Lowers the connection limit to what the process's descriptors allow, and says so by returning the new
    /// limit.
    mutating func bound(toDescriptors descriptorsMax: Int) -> Int? {
        let others = 64 + loops * (database.connectionsPerLoop + 16)
        let room = max(16, descriptorsMax - others)
        guard http.connectionsMax > room else { return nil }
        http.connectionsMax = room
        return room
    }

    /// The API key of commands that call a server: other users of the machine can read arguments.
    static let apiKeyVariable = "SHIPMATE_API_KEY"

    /// Of all settings but the database's own.
    private static let prefix = "SHIPMATE_"

    private static func end(of name: String) -> String {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    /// A mistyped name would silently leave a default active.
    private static func unknownNames(in environment: [String: String]) -> [ConfigurationMistake] {
        let known = settings.map(\.name) + [apiKeyVariable]
        return environment.keys.filter { $0.hasPrefix(prefix) && !known.contains($0) }.sorted().map {
            name in
            let suggestion = Suggestion.nearest(to: end(of: name), among: known.map(end)).map {
                "did you mean \(prefix)\($0)?"
            }
            return ConfigurationMistake(
                name: name, value: nil,
                allowed: suggestion ?? "unknown setting; see `shipmate help configuration`")
        }
    }

    /// Values that are right alone and wrong together.
    private func contradictions(in environment: [String: String]) -> [ConfigurationMistake] {
        var mistakes = mailMistakes
        if !rates.isLimited && !http.isLoopback {
            mistakes.append(
                ConfigurationMistake(
                    name: "SHIPMATE_RATE_LIMITS", value: "off",
                    allowed: "on, unless SHIPMATE_HTTP_HOST is a loopback address (it is \(http.host))"))
        }
        if hasExampleProfile && !http.isLoopback {
            mistakes.append(
                ConfigurationMistake(
                    name: "SHIPMATE_APP_PROFILE", value: appProfilePath,
                    allowed: "a file, unless SHIPMATE_HTTP_HOST is a loopback address (it is \(http.host))"))
        }
        for name in ["SHIPMATE_DATABASE_OWNER_URL", "SHIPMATE_LISTEN_URL"]
        where environment[name]?.isEmpty == false && database.source.isEmbedded {
            mistakes.append(
                ConfigurationMistake(
                    name: name, value: nil,
                    allowed:
                        "only with DATABASE_URL or libpq's PG variables, which set the service's connection"))
        }
        if http.buffersMaxMB * 1_048_576 < 4 * http.batchBodyBytesMax {
            mistakes.append(
                ConfigurationMistake(
                    name: "SHIPMATE_BUFFERS_MAX_MB", value: String(http.buffersMaxMB),
                    allowed:
                        "at least four times SHIPMATE_HTTP_BATCH_BODY_BYTES_MAX (\(http.batchBodyBytesMax))"))
        }
        if http.batchBodyBytesMax < http.bodyBytesMax {
            mistakes.append(
                ConfigurationMistake(
                    name: "SHIPMATE_HTTP_BATCH_BODY_BYTES_MAX", value: String(http.batchBodyBytesMax),
                    allowed: "at least SHIPMATE_HTTP_BODY_BYTES_MAX (\(http.bodyBytesMax))"))
        }
        return mistakes
    }
}
