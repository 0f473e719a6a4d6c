import HTTP
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// `serve --ready-file`: whoever finds the file is served.
    @Suite(.ofEmbeddedPostgres) struct ReadyFileTests {
        @Test func `a user's request is served by every loop the moment the file is there`() async throws {
            let install = try ServedInstall()
            defer { install.remove() }
            for _ in 0..<5 {
                try await install.start()
                // A new connection goes to the loop that has fewest: each loop has one of these.
                let clients = try (0..<ServedInstall.loops).map { _ in try TestClient(port: install.port) }
                let user = try clients[0].signUp()
                for client in clients {
                    #expect(try client.send("GET", "/v1/users/me", token: user.token).status == 200)
                }
                #expect(install.logText.contains("Ready on http://127.0.0.1:\(install.port)."))
                install.terminate()
                #expect(install.exit(within: 120_000)?.isSuccess == true)
                #expect(!install.isReadyFileThere)
            }
        }
    }
}
