import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// PostgreSQL's packages are upgraded while the embedded one runs.
    @Suite(.ofEmbeddedPostgres) struct UpgradeTests {
        @Test func `a library that is gone is a 503 that the log explains, and a restart mends it`()
            async throws
        {
            let copy = try PostgresCopy()
            defer { copy.remove() }
            let install = try ServedInstall(environment: ["PATH=\(copy.programs):/usr/bin:/bin"])
            defer { install.remove() }
            try await install.start()
            let client = try TestClient(port: install.port)
            #expect(try client.send("GET", "/health/ready").json == ["status": "ready"])
            let (release, admin) = try heldReward(client, install)

            try copy.hideLibrary()
            #expect(try await eventually { try warnings(client).first?.contains("restart shipmate") == true })
            #expect(install.logText.contains("restart shipmate (\(copy.libraries)/plpgsql.so)"))
            // Connections made before have the library still; those made from now on don't.
            try await install.endConnections()
            // The first answers may be for want of a connection.
            let isExplained = try await eventually {
                let refused = try client.send("POST", release, token: admin, ["reason": "They are friends"])
                #expect(refused.status == 503, "\(refused.text)")
                #expect(refused[header: "retry-after"] != nil)
                return install.logText.contains(/"cause":"could not access file.*"sqlstate":"58P01"/)
            }
            #expect(isExplained, "\(install.logText)")

            try copy.upgrade()
            install.terminate()
            #expect(install.exit(within: 120_000)?.isSuccess == true)
            try await install.start()
            let again = try TestClient(port: install.port)
            #expect(try again.send("GET", "/health/ready").json == ["status": "ready"])
            let released = try again.send("POST", release, token: admin, ["reason": "They are friends"])
            #expect(released.status == 200, "\(released.text)")
        }

        /// Where to release a reward, which a trigger in PL/pgSQL looks at, and an administrator's key.
        private func heldReward(
            _ client: TestClient, _ install: ServedInstall
        ) throws -> (path: String, admin: String) {
            let admin = try install.key("admin")
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code, confidence: "default")
            try client.reachLevel(5, token: ben.token, id: newID())
            let held = try client.send("GET", "/v1/admin/rewards?status=held", token: admin)
            let id = try #require(held.json["rewards"]?[0]?["id"]?.string, "\(held.text)")
            return ("/v1/admin/users/\(anne.uid)/rewards/\(id)/release", admin)
        }

        private func warnings(_ client: TestClient) throws -> [String] {
            try client.send("GET", "/health/ready").json["warnings"]?.array?.compactMap(\.string) ?? []
        }
    }
}

/// The installed PostgreSQL's programs and libraries once more, to be changed under a running server.
private struct PostgresCopy {
    private let top: String
    /// Where libraries lie beside `bin`: not the same in Debian's packages and in wheels.
    private let folder: String

    private var root: String { top + "/package/installed" }
    var programs: String { root + "/bin" }
    var libraries: String { "\(programs)/../\(folder)" }

    init() throws {
        let installation = try PostgresInstallation.find(for: "/nowhere")
        let installed = installation.programs + "/.."
        let library = try #require(installation.libraries.first)
        folder = library.dropFirst(installed.count + 1).split(separator: "/").dropLast().joined(
            separator: "/")
        // A wheel's programs find what they are linked with two folders above.
        top = try Self.shell(
            """
            top=$(mktemp -d /tmp/shipmate-test-XXXXXX) && chmod 755 $top && root=$top/package/installed \
            && mkdir -p $root/\(folder) $root/kept \
            && for libraries in \(installed)/../../*.libs; do [ ! -d $libraries ] || cp -r $libraries $top; done \
            && cp -r \(installation.programs) $root/bin && cp \(installed)/lib/*.so* $root/lib \
            && cp \(installed)/\(folder)/*.so $root/\(folder) \
            && if [ -d \(installed)/share ]; then cp -r \(installed)/share $root/share; fi \
            && printf '#!/bin/sh\\necho %s/bin\\n' $root > $root/bin/pg_config \
            && chmod 755 $root/bin/pg_config && echo $top
            """)
    }

    func hideLibrary() throws {
        try Self.shell("mv \(libraries)/plpgsql.so \(root)/kept")
    }

    /// As dpkg does it: each file is written anew beside the old one, and takes its name.
    func upgrade() throws {
        try Self.shell(
            """
            mv \(root)/kept/plpgsql.so \(libraries)
            for file in \(root)/bin/* \(libraries)/*.so; do cp -p $file $file.new && mv $file.new $file; done
            """)
    }

    func remove() {
        _ = try? Self.shell("rm -rf \(top)")
    }

    @discardableResult
    private static func shell(_ command: String) throws -> String {
        let output = ChildProcess.output(of: ["/bin/sh", "-c", command])
        return String(try #require(output, "\(command)").prefix { $0 != "\n" })
    }
}
