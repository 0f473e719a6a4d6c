import EventLoops
import Testing

@testable import Tracing

/// The spans of statements.
struct TracerTests {
    private let tracer = Tracer(
        TraceSampling(ratio: 1, callersPerSecondMax: 1), TraceCounts(), spansMax: 100)
    private static let names = ["BEGIN", "LockUsers", "InsertEvents", "COMMIT"]

    private func spans(_ failure: (statement: String?, error: String)?) async -> [String] {
        let span = OpenSpan(TraceContext(startingAt: 1))
        await span.run { tracer.finish(statements: Self.names, from: .now, failure: failure) }
        return tracer.take().map { finished in
            #expect(finished.parent == span.context)
            guard case .statement(let name, 4, let error) = finished.work else { return "\(finished.work)" }
            return error.map { "\(name) \($0)" } ?? name
        }
    }

    @Test func `each statement of a round trip has one`() async {
        #expect(await spans(nil) == Self.names)
    }

    @Test func `a failed statement has its error, and those behind it were not run`() async {
        #expect(await spans(("LockUsers", "55P03")) == ["BEGIN", "LockUsers 55P03"])
    }

    @Test func `a lost connection fails all`() async {
        #expect(await spans((nil, "connection_lost")) == Self.names.map { "\($0) connection_lost" })
    }

    @Test func `outside of a recorded request there are none`() async {
        tracer.finish(statements: Self.names, from: .now, failure: nil)
        let span = OpenSpan(TraceContext(startingAt: 1))
        await span.run {}
        OpenSpan.$current.withValue(span) {
            tracer.finish(statements: Self.names, from: .now, failure: nil)
        }
        #expect(tracer.take().isEmpty)
    }
}
