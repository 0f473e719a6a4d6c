internal import API
internal import Accounts
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import Links
internal import Postgres
internal import Values
internal import WebClient

/// `shipmate doctor`: checks what an app's links and calls need, a line each, as phones and stores see it.
struct AppDoctor {
    /// At least one line failed; each was printed.
    struct Failed: Error, CustomStringConvertible {
        let count: Int
        var description: String { "\(count) failed" }
    }

    /// Apple's limit of its file.
    private static let fileBytesMax = 128 << 10
    /// Past it ID tokens and install proofs of a right clock seem wrong.
    private static let clockMillisecondsMax: Int64 = 30_000

    let configuration: Configuration
    /// An Android package's name, a bundle id, or both where they are one.
    let app: String

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        var findings: [Finding] = []
        if let profile = try configuration.appProfile() {
            findings += self.findings(on: profile)
            let web = WebClient(on: loop)
            for file in files(of: profile) { findings += await look(at: file, through: web) }
        } else {
            findings.append(
                .failed(
                    "profile", "there is none",
                    fix: "Describe the app in a file, and name it in SHIPMATE_APP_PROFILE."))
        }
        findings += try await configuration.withOwnerPool(urls, on: loop) { pool in
            let found = try await DatabaseError.telling { () throws(PostgresError) in
                try await pool.readClock().time
            }
            let keys = try await KeyService(pool: pool).list()
            return [
                clock(Timestamp(microsecondsSince1970: found.microsecondsSince1970)), scopes(of: keys),
            ]
        }
        for finding in findings { Console.print(finding.description) }
        let count = findings.count { !$0.isGood }
        if count > 0 { throw Failed(count: count) }
    }

    /// Of the file itself.
    func findings(on profile: AppProfile) -> [Finding] {
        let android = profile.android.filter { $0.packageName == app }
        let ios = profile.ios.filter { $0.bundleID == app }
        guard !android.isEmpty || !ios.isEmpty else {
            let known = Set(profile.android.map(\.packageName) + profile.ios.map(\.bundleID)).sorted()
            return [
                .failed(
                    "profile", "it has no app \(app), only: \(known.joined(separator: ", "))",
                    fix: "Add it as android[].package_name or ios[].bundle_id, or check another with --app.")
            ]
        }
        let schemes = Set(ios.map { $0.customScheme ?? app } + android.map { $0.customScheme ?? app })
        return [.good("profile", app)] + schemes.sorted().map(scheme)
    }

    /// A scheme that browsers or the system have is never the app's.
    private func scheme(_ scheme: String) -> Finding {
        let taken = [
            "http", "https", "mailto", "tel", "sms", "file", "intent", "javascript", "data", "market",
        ]
        guard !taken.contains(scheme.lowercased()) else {
            return .failed(
                "scheme", "\(scheme):// belongs to the system",
                fix: "Choose another custom_scheme, such as the app's name, in the profile and the app.")
        }
        return .good("scheme", "\(scheme)://, which the app must register")
    }

    func files(of profile: AppProfile) -> [AssociationFile] {
        var hosts: Set<String> = []
        let sites = profile.prefixes.filter { hosts.insert($0.host).inserted }.map(\.site)
        return sites.flatMap { site in
            profile.ios.filter { $0.bundleID == app }.map { ios in
                AssociationFile(
                    url: site + "/.well-known/apple-app-site-association",
                    expected: .apple(appID: "\(ios.prefix).\(ios.bundleID)"))
            }
                + profile.android.filter { $0.packageName == app }.map { android in
                    AssociationFile(
                        url: site + "/.well-known/assetlinks.json",
                        expected: .android(
                            packageName: app, fingerprints: Set(android.fingerprints.map { $0.uppercased() }))
                    )
                }
        }
    }

    private func look(at file: AssociationFile, through web: WebClient) async -> [Finding] {
        var request = WebRequest(url: file.url)
        request.headers = [("User-Agent", "shipmate/\(ProductVersion.current)")]
        request.bodyBytesMax = Self.fileBytesMax
        // A prefix of this machine, which is there to try links out, is http.
        request.addresses = .any
        request.allowsPlainHTTP = file.url.hasPrefix("http://")
        do throws(WebError) {
            let reply = try await web.send(request)
            return file.findings(
                status: reply.status, contentType: reply.header("Content-Type"),
                location: reply.header("Location"), body: reply.body)
        } catch {
            return [failure(error, at: file.url)]
        }
    }

    private func failure(_ error: WebError, at url: String) -> Finding {
        switch error {
        case .tlsFailed:
            .failed(
                "certificate", "\(url): \(error.text)",
                fix: "Give the host a certificate of a public authority, with its intermediate ones.")
        case .hostUnknown:
            .failed("dns", "\(url): \(error.text)", fix: "Add an A or AAAA record for the host.")
        case .tooLarge:
            .failed(
                "association", "\(url): \(error.text)", fix: "It must have at most 128 KiB.")
        default:
            .failed(
                "connection", "\(url): \(error.text)",
                fix: "Have a proxy listen there on port 443, and start the server behind it.")
        }
    }

    /// The service keeps PostgreSQL's time.
    private func clock(_ time: Timestamp) -> Finding {
        let apart = abs(WallClock.now.microsecondsSince1970 - time.microsecondsSince1970) / 1_000
        guard apart <= Self.clockMillisecondsMax else {
            return .failed(
                "clock", "PostgreSQL's is \(apart / 1_000) s apart from this machine's",
                fix: "Synchronize both with NTP, such as by systemd-timesyncd.")
        }
        return .good("clock", "PostgreSQL's is less than \(apart / 1_000 + 1) s apart from this machine's")
    }

    /// A back end needs a key, and an app must have none.
    private func scopes(of keys: [KeyService.Summary]) -> Finding {
        let now = WallClock.now
        let valid = keys.filter { $0.revokedAt == nil && $0.expiresAt.map { $0 > now } ?? true }
        let count = valid.count { $0.scope == APIKey.Scope.server.rawValue }
        guard count > 0 else {
            return .failed(
                "keys", "no valid key has the scope server, so no back end can redeem or send events",
                fix: "shipmate keys create --scope server --name backend; keep it off the app.")
        }
        return .good("keys", "\(count) of the scope server; an app needs none")
    }
}

extension LinkPrefix {
    /// The scheme and the host, with the port of one on this machine.
    fileprivate var site: String { path.isEmpty ? description : String(description.dropLast(path.count)) }
}
