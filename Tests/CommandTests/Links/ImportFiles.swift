import EventLoops
import Glibc
import Links
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// Files to import, and a database of the schema to import them into.
struct ImportFiles {
    static let firebaseHeader =
        "Short link,Deep link (link),Android package name (apn),Android fallback link (afl),"
        + "Android minimum package version code (amv),iOS bundle ID (ibi),iOS fallback link (ifl),"
        + "iOS custom scheme (ius),iOS iPad fallback link (ipfl),iOS iPad bundle ID (ipbi),"
        + "iOS app store ID (isi),iOS minimum version (imv),Enable forced redirect? (efr),"
        + "Desktop fallback link (ofl),Social title (st),Social description (sd),Social image link (si),"
        + "UTM source (utm_source),UTM medium (utm_medium),UTM campaign (utm_campaign),"
        + "UTM term (utm_term),UTM content (utm_content),iTunes connect at,iTunes connect ct,"
        + "iTunes connect mt,iTunes connect pt,Is archived?,Link name,Creation timestamp"

    /// A line of Firebase's export with `values` by place, the others empty.
    static func firebaseLine(_ values: [Int: String]) -> String {
        (0..<29).map { values[$0] ?? "" }.joined(separator: ",")
    }

    let database: TestDatabase
    let path: String

    /// Writes `text` to a file beside a fresh database.
    static func with(_ text: String, _ body: (ImportFiles) async throws -> Void) async throws {
        try await TestDatabase.with(template: "shipmate", prepare: TestServer.migrate) { database in
            let path = "/tmp/\(database.name).csv"
            let descriptor = try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC)
            Files.writeAll(descriptor, text)
            close(descriptor)
            defer {
                unlink(path)
                unlink(path + ".refused.csv")
            }
            try await body(ImportFiles(database: database, path: path))
        }
    }

    /// Runs the command; what it failed with, or nil.
    func run(profile: AppProfile? = .test, isDryRun: Bool = false) async throws -> String? {
        let configuration = try Configuration(environment: ["DATABASE_URL": database.url])
        let run = ImportLinks(
            configuration: configuration, profile: profile, path: path, isDryRun: isDryRun)
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        do {
            if isDryRun {
                try await run.dryRun()
            } else {
                try await run.run(
                    DatabaseURLs(service: database.url, owner: database.url), on: group.loops[0])
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Code and long link of every link that is stored, by code.
    func links() throws -> [String] {
        try database.psql("SELECT code || ' ' || long_link FROM links ORDER BY code")
            .split(separator: "\n").map(String.init)
    }

    var refused: String? { Files.read(path + ".refused.csv") }
}

extension String {
    func components(_ separator: Character) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
