internal import EventLoops
internal import Glibc

/// `shipmate serve`: the database first and stopped last, the service in between.
struct Serve {
    let configuration: Configuration

    func run() async throws {
        Console.complain("shipmate \(Shipmate.version)\n\(configuration)")
        let postgres = try configuration.startEmbeddedDatabase(report: Console.report)
        defer { postgres?.stop() }
        let group = try EventLoopGroup(count: configuration.loops)
        defer { group.stop() }
        try await serve(postgres, on: group.loops[0])
    }

    /// Until SIGTERM or SIGINT.
    private func serve(_ postgres: EmbeddedPostgres?, on loop: isolated EventLoop) async throws {
        let supervision = try postgres?.supervise(on: loop)
        defer { supervision?.stop() }
        var watches: [SignalWatch] = []
        await withUnsafeContinuation { continuation in
            var waiting: UnsafeContinuation<Void, Never>? = continuation
            for signal in [SIGTERM, SIGINT] {
                let watch = try? loop.watch(signal: signal) {
                    waiting?.resume()
                    waiting = nil
                }
                if let watch { watches.append(watch) }
            }
        }
        watches.removeAll()
    }
}
