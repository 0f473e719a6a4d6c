import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// What newcomers see of `make run`: little, and all that they need.
    @Suite(.ofEmbeddedPostgres) struct FirstScreenTests {
        private static let linesMax = 12

        @Test func `a first start prints a screen, and links work from an example profile`() async throws {
            let install = try ServedInstall(environment: ["SHIPMATE_APP_PROFILE=example"])
            defer { install.remove() }
            try await install.start()
            let url = "http://127.0.0.1:\(install.port)"
            #expect(await eventually { install.logText.contains("Control-C stops the server.") })
            let lines = install.logText.split(separator: "\n")
            #expect(lines.count <= Self.linesMax, "\(install.logText)")
            #expect(lines.contains { $0.hasSuffix("Ready on \(url).") }, "\(install.logText)")
            let links = "http://go.localhost:\(install.port)"
            #expect(lines.contains("  links     an example profile, under \(links)"))
            let story = try #require(install.output("demo", "--url", url))
            #expect(story.contains(" shares \(links)/") && story.contains("a unique match"), "\(story)")
        }

        @Test func `every setting and each piece of advice is printed where one asks for it`()
            async throws
        {
            let install = try ServedInstall(words: ["--verbose"])
            defer { install.remove() }
            try await install.start()
            #expect(install.logText.contains("  SHIPMATE_HTTP_PORT "))
            #expect(install.logText.contains("Mails are not sent. Set `SHIPMATE_SMTP_URL`."))
            #expect(install.logText.contains("created the schema"))
        }
    }
}
