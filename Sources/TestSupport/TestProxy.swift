internal import EventLoops

/// nginx or HAProxy in front of a server, with a configuration of the documentation; it ends with this
/// process.
package final class TestProxy: Sendable {
    package enum Program: String, CaseIterable, Sendable {
        case nginx
        case haproxy
    }

    package let port: UInt16
    private let watchdog: Int32

    /// Debian has them where root alone looks.
    private static let path = "PATH=$PATH:/usr/sbin"
    /// Another process may take a free port before the proxy does.
    private static let attemptsMax = 5

    /// - Parameter configuration: of a proxy that listens on port 80, before a server on 127.0.0.1:8080.
    package init(_ program: Program, _ configuration: String, before server: UInt16) throws {
        (port, watchdog) = try Self.start(program, configuration, before: server, attempts: Self.attemptsMax)
    }

    deinit {
        Shell.close(watchdog)
    }

    private static func start(
        _ program: Program, _ configuration: String, before server: UInt16, attempts: Int
    ) throws -> (UInt16, Int32) {
        let port = try FreePort.next()
        do {
            return (port, try start(program, configuration, port, before: server))
        } catch {
            guard attempts > 1 else { throw error }
            return try start(program, configuration, before: server, attempts: attempts - 1)
        }
    }

    private static func start(
        _ program: Program, _ configuration: String, _ port: UInt16, before server: UInt16
    ) throws -> Int32 {
        let folder = try Shell.makeFolder()
        let watchdog = try Shell.spawnWatchdog("kill $(cat \(folder)/pid); rm -rf \(folder)")
        var text = try replacing("127.0.0.1:8080", by: "127.0.0.1:\(server)", in: configuration)
        let command: String
        switch program {
        case .nginx:
            text = try replacing("listen 80;", by: "listen 127.0.0.1:\(port);", in: text)
            text = """
                pid \(folder)/pid;
                events {}
                http {
                access_log off;
                client_body_temp_path \(folder)/bodies;
                proxy_temp_path \(folder)/replies;
                \(text)
                }
                """
            command = "nginx -c \(folder)/settings -e \(folder)/log"
        case .haproxy:
            text = try replacing("bind :80", by: "bind 127.0.0.1:\(port)", in: text)
            command = "haproxy -D -q -f \(folder)/settings -p \(folder)/pid"
        }
        do {
            try Shell.run(
                """
                cat >\(folder)/settings <<'END'
                \(text)
                END
                \(path) \(command) || { cat \(folder)/log >&2; exit 1; }
                for try in $(seq 3000); do [ -s \(folder)/pid ] && exit; sleep 0.02; done; exit 1
                """)
        } catch {
            Shell.close(watchdog)
            throw error
        }
        return watchdog
    }

    private static func replacing(_ old: String, by new: String, in text: String) throws -> String {
        let parts = text.split(separator: old, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw TestCluster.Failure(description: "the configuration has not one \(old): \(text)")
        }
        return parts.joined(separator: new)
    }
}
