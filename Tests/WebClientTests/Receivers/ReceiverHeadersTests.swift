import Testing
import WebClient

/// Headers of receivers as users of the API choose them.
@Suite struct ReceiverHeadersTests {
    @Test func `keeps headers as they are given`() throws {
        let headers = try ReceiverHeaders([("Authorization", "Bearer a b"), ("X-Team", "~!"), ("te-st", "1")])
        #expect(headers.fields.map(\.name) == ["Authorization", "X-Team", "te-st"])
        #expect(headers.fields.map(\.value) == ["Bearer a b", "~!", "1"])
        #expect(ReceiverHeaders.none.fields.isEmpty)
    }

    @Test(
        arguments: [
            "Connection", "keep-alive", "TE", "Trailer", "Transfer-Encoding", "upgrade",
            "Proxy-Authorization",
            "proxy-connection", "Expect", "HOST", "Content-Length", "content-type", "Webhook-Signature",
            "webhook-id", "HTTP2-Settings",
        ])
    func `the headers of the connection, the body and the signature are refused`(name: String) {
        #expect(reason([(name, "1")]) == .reserved(name))
    }

    @Test(arguments: ["", "A B", "A:", "Ä", "A\r\nB", "A\u{0}", "(A)", "A/B", "A;"])
    func `a name is a token`(name: String) {
        #expect(reason([(name, "1")]) == .invalidName(name))
    }

    @Test(arguments: ["", " ", " a", "a ", "a\tb", "a\r\nB: c", "a\n", "ä", "a\u{7F}", "\u{0}"])
    func `a value is visible ASCII with spaces within`(value: String) {
        #expect(reason([("A", value)]) == .invalidValue("A"))
    }

    @Test func `a name comes once, in letters of any case`() {
        #expect(reason([("X-A", "1"), ("x-a", "2")]) == .duplicate("x-a"))
    }

    @Test func `there are 16 at most, of 4,096 bytes in all`() {
        let many = (1...17).map { ("X-\($0)", "1") }
        #expect(reason(Array(many.dropLast())) == nil)
        #expect(reason(many) == .tooMany)
        #expect(reason([("X", String(repeating: "a", count: 4_095))]) == nil)
        #expect(reason([("X", String(repeating: "a", count: 4_096))]) == .tooLarge)
    }

    private func reason(_ fields: [(String, String)]) -> ReceiverHeadersError? {
        do throws(ReceiverHeadersError) {
            _ = try ReceiverHeaders(fields)
            return nil
        } catch {
            return error
        }
    }
}
