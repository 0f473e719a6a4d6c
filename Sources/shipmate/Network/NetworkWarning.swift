internal import API
internal import Batching
internal import EventLoops

/// Tells a server's operator which needed hosts its sandbox blocks: once in the log, and from then on with
/// `/health/ready`.
final class NetworkWarning: Sendable {
    private let purposes = Locked<[String]>([])
    private let log: LogSink

    init(log: LogSink) {
        self.log = log
    }

    /// For anyone who may ask for readiness, so without the hosts.
    var warnings: [String] {
        let purposes = purposes.withLock { $0 }
        guard !purposes.isEmpty else { return [] }
        return [
            "The sandbox of this process blocks \(purposes.joined(separator: ", ")). "
                + "`shipmate check` in the same sandbox prints the lines that allow it."
        ]
    }

    /// Looks names up, if only some addresses are blocked: not to be called on a loop.
    func look(at needs: [NetworkNeed], in sandbox: NetworkSandbox = .found()) {
        for need in needs where sandbox.blocks(need) {
            purposes.withLock { $0.append(need.purpose) }
            log.write(
                LogLine(
                    .warning, "the sandbox of this process blocks a host that it needs",
                    [
                        "needed_by": need.purpose, "host": need.host, "port": need.port,
                        "remedy": "the lines of network.conf, in \(NetworkCheck.path)",
                    ]))
        }
    }
}
