import Testing

@testable import Tracing

/// The header `traceparent`, as W3C Trace Context specifies it.
struct TraceContextTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    private func read(_ text: String) -> TraceContext? {
        TraceContext(traceparent: Array(text.utf8).span)
    }

    @Test(arguments: [
        ("00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01"),
        ("00-\(trace)-\(span)-00", "00-\(trace)-\(span)-00"),
        // Level 2: the random flag stays. Flags without a meaning are cleared.
        ("00-\(trace)-\(span)-03", "00-\(trace)-\(span)-03"),
        ("00-\(trace)-\(span)-ff", "00-\(trace)-\(span)-03"),
        ("00-\(trace)-\(span)-08", "00-\(trace)-\(span)-00"),
        // A later version is passed on as ours.
        ("01-\(trace)-\(span)-01", "00-\(trace)-\(span)-01"),
        ("cc-\(trace)-\(span)-01-what-the-future-will-be-like", "00-\(trace)-\(span)-01"),
        ("fe-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01"),
        (
            "00-00000000000000000000000000000001-0000000000000001-01",
            "00-00000000000000000000000000000001-0000000000000001-01"
        ),
        (
            "00-80000000000000000000000000000000-8000000000000000-01",
            "00-80000000000000000000000000000000-8000000000000000-01"
        ),
    ])
    func `reads a valid value, and writes it`(text: String, written: String) throws {
        #expect(try #require(read(text)).traceparent == written)
    }

    @Test(arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1",
        "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-extra", "00-\(trace)-\(span)-011",
        "ff-\(trace)-\(span)-01", "ff-\(trace)-\(span)-01-extra", "0g-\(trace)-\(span)-01",
        "01-\(trace)-\(span)-01.extra", "01-\(trace)-\(span)-012", "FE-\(trace)-\(span)-01",
        "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span.uppercased())-01",
        "00-\(trace)-\(span)-0A", "00-\(trace)-\(span)-0x", "00-\(trace.dropLast())g-\(span)-01",
        "00-\(trace)0-\(span)-01", "00_\(trace)-\(span)-01", "00-\(trace)_\(span)-01",
        "00-\(trace)-\(span)_01", "00-\(trace.dropLast())-\(span)0-01", " 00-\(trace)-\(span)-01",
        "00-\(trace)-\(span)-01,00-\(trace)-\(span)-01",
    ])
    func `ignores an invalid value`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `a new trace has ids that are sampled and random`() throws {
        let contexts = (1...100).map { TraceContext(startingAt: UInt64($0)) }
        #expect(Set(contexts.map(\.traceID)).count == 100)
        for context in contexts {
            #expect(context.isSampled)
            #expect(try #require(read(context.traceparent)) == context)
            #expect(context.traceparent.hasSuffix("-03"))
        }
    }

    @Test func `another span of the trace keeps its id and the random flag`() throws {
        let caller = try #require(read("00-\(Self.trace)-\(Self.span)-03"))
        #expect(caller.span(0xAB, isSampled: false).traceparent == "00-\(Self.trace)-00000000000000ab-02")
        #expect(caller.span(0xAB, isSampled: true).traceparent == "00-\(Self.trace)-00000000000000ab-03")
    }
}
