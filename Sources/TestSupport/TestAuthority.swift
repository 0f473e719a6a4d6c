internal import EventLoops

/// An authority that signs certificates for test servers, readable by PostgreSQL's user; gone with this
/// process.
package final class TestAuthority: Sendable {
    private let folder: String
    private let watchdog: Int32
    /// Hosts whose pairs were made.
    private let hosts = Locked<Set<String>>([])

    private static let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"

    package init() throws {
        folder = try Shell.makeFolder()
        watchdog = try Shell.spawnWatchdog("rm -rf \(folder)")
        try Shell.run(
            "openssl req -x509 \(Self.key) -subj /CN=authority -keyout \(folder)/key -out \(certificate)")
    }

    deinit {
        Shell.close(watchdog)
    }

    /// Its own certificate, a file: `sslrootcert`.
    package var certificate: String { "\(folder)/certificate" }

    /// A server's certificate, with the lines of `postgresql.conf` that name it.
    package func settings(of host: String) throws -> [String] {
        let pair = try pair(for: host)
        return ["ssl_cert_file = '\(pair[0])'", "ssl_key_file = '\(pair[1])'"]
    }

    /// A server's certificate and its key, two files.
    func pair(for host: String) throws -> [String] {
        let server = "\(folder)/\(host)"
        try hosts.withLock { hosts in
            guard !hosts.contains(host) else { return }
            try makePair(for: host, at: server)
            hosts.insert(host)
        }
        return ["\(server).crt", "\(server).key"]
    }

    private func makePair(for host: String, at server: String) throws {
        try Shell.run(
            """
            openssl req -x509 \(Self.key) -CA \(certificate) -CAkey \(folder)/key -subj /CN=\(host) \
                -addext subjectAltName=DNS:\(host) -keyout \(server).key -out \(server).crt \
            && chmod 600 \(server).key && \(Shell.chown) \(server).key
            """)
    }
}
