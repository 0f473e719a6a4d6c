import Basics
import Batching
import HTTP
import JSON
import TestSupport
import Testing
import Values

@testable import EmbeddedPostgres

extension Promises.DuringOutages {
    /// `shipmate demo --fill` beside the server of `make run`.
    @Suite(.ofEmbeddedPostgres) struct FillDemoTests {
        /// Of the three months.
        private static var firstDay: String {
            CivilDate(days: Int64(WallClock.now.day) - 92).description
        }

        @Test func `a filled database adds up, has three months of days, and holds Anne's reward`()
            async throws
        {
            let install = try ServedInstall(environment: ["SHIPMATE_APP_PROFILE=example"])
            defer { install.remove() }
            try await install.start()
            let words = ["demo", "--fill", "--players", "200"]
            _ = try #require(install.output(words), "\(install.logText)")
            #expect(install.output("ledger", "verify", "--causes") != nil)
            let (client, key) = (try TestClient(port: install.port), try install.key("admin"))
            func get(_ path: String) throws -> JSONValue {
                try client.send("GET", path, token: key).required(200).json
            }
            #expect(try get("/v1/admin/ledger/check")["balanced"] == .bool(true))
            for measure in ["users", "sign_ups", "granted"] {
                let days = try get("/v1/admin/timeline?measure=\(measure)&from=\(Self.firstDay)")["days"]?
                    .array
                #expect(Set((days ?? []).compactMap { $0["day"]?.string }).count > 30, "\(measure)")
            }
            let reviews = try get("/v1/admin/reviews?limit=100")["reviews"]?.array ?? []
            let codes = Set(reviews.compactMap { $0["codes"]?[0]?.string })
            #expect(codes.isSuperset(of: ["ring", "burst", "same_network", "too_fast"]), "\(codes)")
            let story = reviews.first { $0["subject"]?["email"]?.string == "ben@example.com" }
            #expect(story?["reward"]?["role"]?.string == "referrer", "Anne's")
            #expect(story?["referrer"]?["email"]?.string == "anne@example.com")
            #expect(install.output(words) == nil, "a filled database is left alone")
        }
    }
}
