internal import EventLoops

/// An authority that signs certificates for test servers, readable by PostgreSQL's user; gone with this
/// process.
package final class TestAuthority: Sendable {
    /// How good a server's certificate is.
    package enum Kind: String, Sendable {
        case valid
        case expired
        /// Signed by its own key, and not by the authority.
        case selfSigned
    }

    private let folder: String
    private let watchdog: Int32
    /// The files of pairs that were made.
    private let made = Locked<Set<String>>([])

    private static let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"

    package init() throws {
        folder = try Shell.makeFolder()
        watchdog = try Shell.spawnWatchdog("rm -rf \(folder)")
        try Shell.run(
            "openssl req -x509 \(Self.newKey) -days 2 -subj /CN=authority -keyout \(folder)/key -out \(certificate)"
        )
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
    func pair(for host: String, _ kind: Kind = .valid) throws -> [String] {
        let server = "\(folder)/\(kind.rawValue)-\(host)"
        try made.withLock { made in
            guard !made.contains(server) else { return }
            try makePair(for: host, kind, at: server)
            made.insert(server)
        }
        return ["\(server).crt", "\(server).key"]
    }

    private func makePair(for host: String, _ kind: Kind, at server: String) throws {
        let signer = kind == .selfSigned ? "-key \(server).key" : "-CA \(certificate) -CAkey \(folder)/key"
        try Shell.run(
            """
            openssl req \(Self.newKey) -subj /CN=\(host) -addext subjectAltName=DNS:\(host) \
                -keyout \(server).key -out \(server).csr \
            && openssl x509 -req -in \(server).csr -copy_extensions copy -days \(kind == .expired ? -1 : 2) \
                \(signer) -out \(server).crt \
            && chmod 600 \(server).key && \(Shell.chown) \(server).key
            """)
    }
}
