import TestSupport
import Testing

@testable import HTTP

/// However the network cuts a request, it stays the same request.
@Suite struct RequestParserCutTests {
    static let start = "POST /v1/events?a=%C3%A9 HTTP/1.1\r\nHost: shipmate.example:8080\r\n"
    static let corpus: [String] =
        [
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\r\nGET /a%2fb HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", start + "Content-Length: 5\r\n\r\nhelloGET",
            start
                + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\nGET / HTTP",
            start + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\nok" + start
                + "Content-Length: 0\r\n\r\n",
            "GET /" + String(repeating: "a", count: 8_250) + " HTTP/1.1\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ] + RequestParserRefusalTests.framings.map { start + $0 }
        + RequestParserRefusalTests.chunks.map { start + "Transfer-Encoding: chunked\r\n\r\n" + $0 }
        + RequestParserRefusalTests.lines.map { "\($0)\r\nHost: x\r\n\r\n" }
        + RequestParserRefusalTests.fields.map { start + "\($0)\r\n\r\n" }

    @Test func `cut at any byte it gives the same events`() {
        for text in Self.corpus {
            let bytes = Array(text.utf8)
            let whole = ParserDriver.outcomes(bytes)
            for cut in bytes.indices where ParserDriver.outcomes(bytes, cutAt: cut) != whole {
                Issue.record("cut at \(cut) changes \(text.debugDescription)")
            }
        }
    }

    @Test func `byte by byte it gives the same events`() {
        for text in Self.corpus {
            let bytes = Array(text.utf8)
            #expect(
                ParserDriver.outcomesByteByByte(bytes) == ParserDriver.outcomes(bytes),
                "\(text.debugDescription)")
        }
    }

    @Test func `mutated at random it never crashes and never depends on the cut`() {
        let seed = UInt64.random(in: .min ... .max)
        print("RequestParserCutTests mutation seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        let corpus = Self.corpus.map { Array($0.utf8) }.filter { $0.count < 2_000 }
        for _ in 0..<6_000 {
            var bytes = corpus[Int.random(in: 0..<corpus.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, using: &random) }
            let whole = ParserDriver.outcomes(bytes)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            let isSame =
                ParserDriver.outcomes(bytes, cutAt: cut) == whole
                && ParserDriver.outcomesByteByByte(bytes) == whole
            if !isSame { Issue.record("seed \(seed), cut at \(cut): \(bytes)") }
        }
    }

    private func mutate(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let position = Int.random(in: 0..<bytes.count, using: &random)
        let hostile: [UInt8] = [0, 9, 10, 13, 32, 37, 44, 46, 47, 48, 58, 59, 127, 128, 255]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[position] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes[position] = hostile.randomElement(using: &random)!
        case 2: bytes.insert(hostile.randomElement(using: &random)!, at: position)
        case 3: bytes.remove(at: position)
        default: bytes.insert(contentsOf: bytes[position...].prefix(20), at: position)
        }
    }
}
