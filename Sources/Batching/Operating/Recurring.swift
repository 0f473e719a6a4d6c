package import EventLoops
package import Postgres

/// Recurring work on one loop of the process, until its pool closes.
package protocol Recurring {
    /// Whether the first round is at once. Otherwise it comes within the first pause, at random, so that
    /// processes that start together don't look together.
    var startsAtOnce: Bool { get }
    /// From the end of a round to the next.
    var pauseMilliseconds: Int { get }
    /// The log line of a failed round.
    var failure: String { get }
    var log: @Sendable (LogLine) -> Void { get }

    func round(on loop: isolated EventLoop) async throws(PostgresError)
}

extension Recurring {
    package var startsAtOnce: Bool { false }
    package var pauseMilliseconds: Int { 1_000 }

    package func run(on loop: isolated EventLoop) async {
        var pause = startsAtOnce ? 0 : Int.random(in: 0...pauseMilliseconds)
        while (try? await loop.sleep(milliseconds: pause)) != nil {
            do throws(PostgresError) {
                try await round(on: loop)
            } catch {
                if error == .closed { return }
                // It is repeated, here or in another process.
                log(LogLine(.warning, failure, error.logFields))
            }
            pause = pauseMilliseconds
        }
    }
}
