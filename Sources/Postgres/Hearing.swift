package import EventLoops

/// Whether what is said by `NOTIFY` through one configuration is heard by another's `LISTEN`.
package enum Hearing {
    private static let channel = "shipmate_hearing"
    private static let repeatMilliseconds = 100

    /// - Parameter milliseconds: how long to wait for it.
    package static func isGood(
        from speaking: PostgresConfiguration, to listening: PostgresConfiguration, within milliseconds: Int,
        on loop: isolated EventLoop
    ) async throws(PostgresError) -> Bool {
        let heard = try Pause(on: loop)
        let said = "\(UInt64.random(in: 0 ... .max))"
        var isHeard = false
        let listener = try PostgresListener(
            configuration: listening, channels: [channel], on: loop, onConnected: {},
            onNotification: { _, payload in
                guard payload == said else { return }
                isHeard = true
                heard.wake()
            })
        let result: Result<Void, PostgresError>
        do throws(PostgresError) {
            let session = try await PostgresSession.connect(speaking, on: loop)
            defer { session.close() }
            let end = MonotonicInstant.now.adding(milliseconds: milliseconds)
            while !isHeard && MonotonicInstant.now < end {
                try await session.query("NOTIFY \(channel), '\(said)'")
                await heard.wait(milliseconds: repeatMilliseconds)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await listener.close(on: loop)
        try result.get()
        return isHeard
    }
}
