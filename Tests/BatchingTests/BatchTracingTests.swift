import EventLoops
import TestSupport
import Testing
import Tracing

@testable import Batching

/// The spans of batches.
struct BatchTracingTests {
    @Test func `a batch is a span below its first recorded request, with links to the others`() async throws {
        let traces = Traces(TraceSampling(ratio: 1, callersPerSecondMax: 1))
        try await onLoop { loop in
            let gate = Gate()
            let seen = Locked<[TraceContext?]>([])
            let coalescer: Coalescer<Int, Int, InfrastructureError> = try Coalescer(
                limits: CoalescerLimits(batchesInFlightMax: 1, waitMilliseconds: 60_000), on: loop,
                tracing: BatchTracing("events", traces.tracer(on: loop))
            ) { commands, _ throws(BatchError<InfrastructureError>) in
                seen.withLock { $0.append(OpenSpan.current?.context) }
                return try await gate.run(commands)
            }
            let spans = (1...3).map { OpenSpan(TraceContext(startingAt: $0)) }
            var answers = 0
            Task.immediate {
                _ = loop
                _ = await coalescer.submit(0)
                answers += 1
            }
            for span in spans {
                Task.immediate {
                    _ = loop
                    _ = await span.run { await coalescer.submit([1, 2]) }
                    answers += 1
                }
            }
            gate.open()
            #expect(await eventually { answers == 4 })
            #expect(gate.batches == [[0], [1, 2, 1, 2, 1, 2]])
            coalescer.close()
            let found = traces.take(on: loop)
            #expect(found.count == 1)
            let batch = try #require(found.first)
            #expect(batch.parent == spans[0].context)
            #expect(batch.context.traceID == spans[0].context.traceID)
            #expect(batch.links == spans[1...].map(\.context))
            #expect(seen.withLock { $0 } == [nil, batch.context])
            guard case .batch("events", 6) = batch.work else {
                Issue.record("\(batch.work)")
                return
            }
        }
    }

    @Test func `a task that outlives its request is in no span`() async throws {
        try await onLoop { loop in
            let span = OpenSpan(TraceContext(startingAt: 1))
            var during: TraceContext?
            var after: TraceContext? = span.context
            var isDone = false
            await span.run {
                during = BatchTracing.submitter
                Task.immediate {
                    _ = loop
                    try? await loop.sleep(milliseconds: 20)
                    after = BatchTracing.submitter
                    isDone = true
                }
            }
            #expect(await eventually { isDone })
            #expect(during == span.context)
            #expect(after == nil)
        }
    }
}
