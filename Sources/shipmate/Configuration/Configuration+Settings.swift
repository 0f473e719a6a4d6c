internal import Basics
internal import Crypto
internal import EventLoops
internal import HTTP

extension Configuration {
    /// Every setting there is, once: its name, default and meaning, as `help configuration` prints it.
    static let settings: [Setting] =
        locations + mailSettings + limits + rateLimits + ledgerSettings + [rootKeySetting] + deletionSettings
        + deliverySettings + breachedSettings + consoleSettings + operation + telemetrySettings

    private static let locations: [Setting] = [
        .database(
            "DATABASE_URL",
            "the database, as postgresql://user:password@host/name; libpq's PGHOST, PGSERVICE, … work too",
            unset: "an embedded PostgreSQL", show: \.shownService),
        .database(
            "SHIPMATE_DATABASE_OWNER_URL",
            "the role that owns the schema and migrates, if it is not the service's",
            unset: "as DATABASE_URL", show: \.shownOwner),
        .connection(
            "SHIPMATE_LISTEN_URL", \.database.listenURL,
            "PostgreSQL itself, if DATABASE_URL is a transaction pooler",
            unset: "as DATABASE_URL"),
        .text(
            "SHIPMATE_DATA_DIR", \.dataDirectory, default: ".shipmate",
            "the folder of the embedded PostgreSQL"),
        .text(
            "SHIPMATE_APP_PROFILE", \.appProfilePath, default: "",
            "the file of the app's profile, or `example` to try links on this machine; without it, links are "
                + "off"
        ).renewed(by: .reload),
        .text(
            "SHIPMATE_DISPOSABLE_DOMAINS", \.disposableDomainsPath, default: "",
            "a file of disposable mail domains, one a line, reread when it changes"
        ).described(default: "a built-in list").renewed(by: .watched),
        .text(
            "SHIPMATE_IDENTITY_PROVIDERS", \.identityProvidersPath, default: "",
            "the file of identity providers that players can sign in with: Apple, Google, any issuer"),
        .text("SHIPMATE_HTTP_HOST", \.http.host, default: "127.0.0.1", "the address to listen on"),
        .number(
            "SHIPMATE_HTTP_PORT", \.http.port, default: 8080, in: 0...65_535,
            "the port; 0 lets the system choose"),
    ]

    private static let limits: [Setting] = [
        .number(
            "SHIPMATE_HTTP_CONNECTIONS_MAX", \.http.connectionsMax, default: 10_240, in: 1...1_000_000,
            "open connections at most; lowered to the process's descriptor limit"),
        .number(
            "SHIPMATE_HTTP_BODY_BYTES_MAX", \.http.bodyBytesMax, default: 65_536, in: 1_024...16_777_216,
            "the largest request body"),
        .number(
            "SHIPMATE_HTTP_BATCH_BODY_BYTES_MAX", \.http.batchBodyBytesMax, default: 1_048_576,
            in: 1_024...67_108_864, "the largest request body of a batch"),
        .number(
            "SHIPMATE_BUFFERS_MAX_MB", \.http.buffersMaxMB, default: 64, in: 1...65_536,
            "memory for all unfinished bodies and replies, kernel buffers included; above it the largest are "
                + "dropped"
        ),
        .milliseconds(
            "SHIPMATE_HTTP_HEADER_TIMEOUT", \.http.headerTimeoutMilliseconds, 10_000, "a header to arrive"),
        .milliseconds(
            "SHIPMATE_HTTP_BODY_TIMEOUT", \.http.bodyTimeoutMilliseconds, 20_000, "a body to arrive"),
        .milliseconds("SHIPMATE_HTTP_HANDLER_TIMEOUT", \.http.handlerTimeoutMilliseconds, 900, "a reply"),
        .milliseconds(
            "SHIPMATE_HTTP_WRITE_TIMEOUT", \.http.writeTimeoutMilliseconds, 10_000,
            "a client that stops reading"),
        .milliseconds(
            "SHIPMATE_HTTP_IDLE_TIMEOUT", \.http.idleTimeoutMilliseconds, 60_000, "the next request"),
        .number(
            "SHIPMATE_DATABASE_CONNECTIONS_PER_LOOP", \.database.connectionsPerLoop, default: 4, in: 1...64,
            "connections to PostgreSQL for each loop"),
        .milliseconds(
            "SHIPMATE_DATABASE_WAIT", \.database.waitMilliseconds, 900, "a connection to PostgreSQL"),
        .milliseconds(
            "SHIPMATE_DATABASE_STATEMENT_TIMEOUT", \.database.statementTimeoutMilliseconds, 2_000,
            "a statement"),
        .number(
            "SHIPMATE_BATCH_COMMANDS_MAX", \.batchCommandsMax, default: 1_000, in: 1...10_000,
            "commands that share a transaction at most"),
        .number(
            "SHIPMATE_QUEUE_COMMANDS_MAX", \.queueCommandsMax, default: 8_192, in: 1_000...1_000_000,
            "commands that wait for a transaction at most; more get 503"),
    ]

    private static let rateLimits: [Setting] = [
        .toggle(
            "SHIPMATE_RATE_LIMITS", \.rates.isLimited, default: true,
            "apply the limits below; off is possible on loopback addresses only"),
        .number(
            "SHIPMATE_SIGN_IN_FAILURES_PER_ACCOUNT_PER_HOUR", \.rates.signInFailuresPerAccountPerHour,
            default: 100, in: 1...1_000_000,
            "wrong passwords for one e-mail, from addresses where it hasn't signed in"),
        .number(
            "SHIPMATE_SIGN_IN_FAILURES_PER_ADDRESS_PER_HOUR", \.rates.signInFailuresPerAddressPerHour,
            default: 500, in: 1...1_000_000,
            "wrong passwords from one address, for e-mails that haven't signed in there"),
        .number(
            "SHIPMATE_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS_PER_HOUR",
            \.rates.signInFailuresPerAccountAndAddressPerHour, default: 30, in: 1...1_000_000,
            "wrong passwords for one e-mail from one address, with or without an earlier sign-in there"),
        .number(
            "SHIPMATE_CREDENTIAL_FAILURES_PER_USER_PER_HOUR", \.rates.credentialFailuresPerUserPerHour,
            default: 10, in: 1...1_000_000,
            "attempts of one user to link an e-mail in use, or with a wrong password"),
        .number(
            "SHIPMATE_SIGN_UPS_PER_ADDRESS_PER_HOUR", \.rates.signUpsPerAddressPerHour, default: 600,
            in: 1...1_000_000, "new users from one address"),
        .number(
            "SHIPMATE_EVENTS_PER_USER_PER_MINUTE", \.rates.eventsPerUserPerMinute, default: 600,
            in: 1...1_000_000,
            "events by one user"),
        .number(
            "SHIPMATE_LINKS_PER_USER_PER_MINUTE", \.rates.linksPerUserPerMinute, default: 60,
            in: 1...1_000_000, "links and invites made by one user"),
        .number(
            "SHIPMATE_LINK_CLAIMS_PER_ADDRESS_PER_MINUTE", \.rates.linkClaimsPerAddressPerMinute,
            default: 120, in: 1...1_000_000, "claims of links from one address"),
        .number(
            "SHIPMATE_LINK_EVENTS_PER_ADDRESS_PER_MINUTE", \.rates.linkEventsPerAddressPerMinute,
            default: 600, in: 1...1_000_000, "link events from one address"),
        .number(
            "SHIPMATE_READS_PER_USER_PER_MINUTE", \.rates.readsPerUserPerMinute, default: 600,
            in: 1...1_000_000, "reads by one user"),
        .number(
            "SHIPMATE_LINK_OPENS_PER_ADDRESS_PER_MINUTE", \.rates.linkOpensPerAddressPerMinute,
            default: 600, in: 1...1_000_000,
            "stored clicks from one address; above it links open, and clicks are only counted"),
        .number(
            "SHIPMATE_QR_CODES_PER_ADDRESS_PER_MINUTE", \.rates.qrCodesPerAddressPerMinute, default: 600,
            in: 1...1_000_000, "images of QR codes that one address requests"),
        .number(
            "SHIPMATE_MAILS_PER_EMAIL_PER_HOUR", \.rates.mailsPerEmailPerHour, default: 5, in: 1...1_000_000,
            "requested mails with a link to one e-mail"),
        .number(
            "SHIPMATE_MAILS_PER_ADDRESS_PER_HOUR", \.rates.mailsPerAddressPerHour, default: 120,
            in: 1...1_000_000, "requested mails with a link from one address"),
        .number(
            "SHIPMATE_WRONG_PROOFS_PER_SESSION_PER_HOUR", \.rates.wrongProofsPerSessionPerHour, default: 10,
            in: 1...1_000_000, "wrong passwords and ID tokens of one session that changes its account"),
        .number(
            "SHIPMATE_PASSWORD_CHANGES_PER_USER_PER_DAY", \.rates.passwordChangesPerUserPerDay, default: 5,
            in: 1...1_000_000, "password changes of one account; resets by mail don't count"),
        .number(
            "SHIPMATE_IDENTITY_CHANGES_PER_USER_PER_DAY", \.rates.identityChangesPerUserPerDay, default: 20,
            in: 1...1_000_000, "identities that one account links and unlinks"),
        .number(
            "SHIPMATE_WRONG_TOKENS_PER_ADDRESS_PER_HOUR", \.rates.wrongTokensPerAddressPerHour, default: 30,
            in: 1...1_000_000, "invalid API keys and mailed links from one address"),
        .number(
            "SHIPMATE_MERGES_PER_ACCOUNT_PER_DAY", \.rates.mergesPerAccountPerDay, default: 5,
            in: 1...1_000_000, "anonymous players that are merged into one account"),
        .number(
            "SHIPMATE_EMAIL_PROBES_PER_ADDRESS_PER_HOUR", \.rates.emailProbesPerAddressPerHour, default: 30,
            in: 1...1_000_000, "first credentials from one address with an e-mail in use"),
    ]

    private static let operation: [Setting] = [
        .number(
            "SHIPMATE_LOOPS", \.loops, default: EventLoopGroup.processorCount, in: 1...256,
            "event loops, one thread each"
        ).described(default: "one for each processor; with Citus, one for every four processors"),
        .drain(
            "SHIPMATE_DRAIN_MILLISECONDS", \.drainMilliseconds,
            "how long a stopping server still accepts requests while /health/ready returns 503 to proxies"),
        .milliseconds(
            "SHIPMATE_SHUTDOWN_TIMEOUT", \.shutdownTimeoutMilliseconds, 10_000,
            "requests in flight when the server stops"),
        .number(
            "SHIPMATE_CLICK_RETENTION_DAYS", \.clicks.retentionDays, default: 30, in: 1...3_650,
            "how long clicks on links are kept; statistics are kept forever"),
        .number(
            "SHIPMATE_CLICKS_MAX_MB", \.clicks.megabytesMax, default: 4_096, in: 16...16_777_216,
            "disk space for all clicks; above it the oldest days are deleted, then clicks are only counted"
        ),
        .number(
            "SHIPMATE_CLICK_BYTES_PER_SECOND", \.clicks.bytesPerSecond, default: 524_288,
            in: 1_024...1_073_741_824,
            "bytes of clicks that one process stores a second, about 200 for each; above it they are only "
                + "counted"
        ),
        .tokenName(
            "SHIPMATE_TOKEN_ISSUER", \.tokenIssuer, TokenNames.standard.issuer,
            "iss of access tokens, such as the URL of this server"),
        .tokenName(
            "SHIPMATE_TOKEN_AUDIENCE", \.tokenAudience, TokenNames.standard.audience,
            "aud of access tokens"),
        .toggle(
            "SHIPMATE_USER_EVENTS", \.takesUserEvents, default: true,
            "accept events with users' tokens; off accepts server keys only"),
        .toggle(
            "SHIPMATE_LEGACY_API", \.hasLegacyAPI, default: true,
            "serve Firebase's and Branch's own calls; off returns 404"),
        .origins(
            "SHIPMATE_CORS_ORIGINS",
            "web sites whose scripts may read replies, such as "
                + "https://game.example,https://beta.game.example, "
                + "or @FILE with one a line"
        ).renewed(by: .reload),
        .number(
            "SHIPMATE_FORWARDED_HOPS", \.forwardedHops, default: 0, in: 0...16,
            "trusted proxies in front that each append to X-Forwarded-For"),
        .toggle(
            "SHIPMATE_ALLOW_UNSAFE_DATABASE", \.database.isUnsafeAllowed, default: false,
            "serve even if fsync, full_page_writes or synchronous_commit is off"),
        .choice("SHIPMATE_LOG", \.log, default: .info, "the log level"),
        .toggle("SHIPMATE_ACCESS_LOG", \.isAccessLogOn, default: true, "log a line for each request"),
    ]
}

extension Setting {
    /// How long to wait for `what`; the unit completes the name.
    fileprivate static func milliseconds(
        _ name: String, _ path: Path<Int>, _ fallback: Int, _ what: String
    ) -> Setting {
        .number(
            "\(name)_MILLISECONDS", path, default: fallback, in: 1...3_600_000, "how long to wait for \(what)"
        )
    }

    fileprivate static func drain(_ name: String, _ path: Path<Int?>, _ help: String) -> Setting {
        let meaning = "5000; 0 at an inherited socket, where the next process accepts"
        return Setting(name: name, fallback: "", fallbackMeaning: meaning, help: help, allowed: "0 to 600000")
        {
            configuration, text in
            guard !text.isEmpty else { return nil }
            guard text.utf8.allSatisfy(\.isDigit), let value = Int(text), value <= 600_000 else {
                return "a whole number from 0 to 600000"
            }
            configuration[keyPath: path] = value
            return nil
        } show: {
            $0[keyPath: path].map(String.init) ?? ""
        }
    }

    fileprivate static func tokenName(
        _ name: String, _ path: Path<String>, _ fallback: String, _ help: String
    ) -> Setting {
        Setting(name: name, fallback: fallback, help: help) { configuration, text in
            configuration[keyPath: path] = text
            return TokenNames.isName(text)
                ? nil : "1 to 200 printable ASCII characters; no spaces, quotation marks or backslashes"
        } show: {
            $0[keyPath: path]
        }
    }

    /// Exactly as browsers send them, since they are compared so. A file's are read by `readOrigins`.
    fileprivate static func origins(_ name: String, _ help: String) -> Setting {
        Setting(name: name, fallback: "", fallbackMeaning: "none", help: help) { configuration, text in
            if text.hasPrefix("@") {
                configuration.corsOriginsPath = String(text.dropFirst())
                return nil
            }
            do throws(OriginList.Mistake) {
                configuration.corsOrigins = try OriginList.read(text)
                return nil
            } catch {
                return error.description
            }
        } show: {
            $0.corsOriginsPath.isEmpty
                ? $0.corsOrigins.map(\.text).joined(separator: ",") : "@" + $0.corsOriginsPath
        }
    }

    /// A connection string, shown without its password.
    fileprivate static func connection(
        _ name: String, _ path: Path<String>, _ help: String, unset: String
    ) -> Setting {
        Setting(name: name, fallback: "", fallbackMeaning: unset, help: help, isSecret: true) {
            configuration, text in
            configuration[keyPath: path] = text
            return refusal(ofConnection: text)
        } show: {
            let text = $0[keyPath: path]
            return text.isEmpty ? unset : Secret.masking(text)
        }
    }

    /// A connection string: checked here, kept by `DatabaseSource`, shown without its password.
    fileprivate static func database(
        _ name: String, _ help: String, unset: String, show: any (KeyPath<DatabaseSource, String> & Sendable)
    ) -> Setting {
        Setting(name: name, fallback: "", fallbackMeaning: unset, help: help, isSecret: true) { _, text in
            refusal(ofConnection: text)
        } show: {
            $0.database.source[keyPath: show]
        }
    }

    private static func refusal(ofConnection text: String) -> String? {
        text.isEmpty || DatabaseSource.isConnectionString(text)
            ? nil : "postgresql://user:password@host/name, or libpq's `host=… dbname=…`"
    }
}
