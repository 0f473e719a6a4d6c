import FoundationEssentials
import HTTP
import TestSupport
import Testing

/// Alerts that are documented can go off: what they watch is what is served.
struct AlertRuleTests {
    @Test func `every metric that an alert watches is served`() async throws {
        let rules = try SourceFiles.text("Documentation/prometheus-alerts.yml")
        let watched = Set(rules.matches(of: /shipmate_[a-z_]+/).map { String($0.0) })
        #expect(watched.count > 9)
        try await TestServer.with(.links) { server in
            let text = try server.client.get("/metrics").text
            for name in watched {
                let family = name.hasSuffix("_bucket") ? String(name.dropLast("_bucket".count)) : name
                #expect(text.contains("# TYPE \(family) "), "\(name)")
            }
        }
    }
}
