import Testing

@testable import HTTP

@Suite struct ResponseEncoderTests {
    private func encoded(_ response: Response, isHead: Bool = false, closes: Bool = false) -> String {
        var encoder = ResponseEncoder()
        encoder.setDate(784_111_777)
        var output: [UInt8] = []
        let context = ResponseEncoder.Context(requestID: RequestID(0xAB), isHead: isHead, closes: closes)
        encoder.append(response, context, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func `writes a head and a body`() {
        #expect(
            encoded(.text("hi", status: 404), closes: true)
                == "HTTP/1.1 404 Not Found\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\nX-Request-Id: 00000000000000ab\r\n"
                + "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\nhi")
    }

    static let hostile = [
        "a\r\nB: c", "a\nb", "a\rb", "\r\n\r\n<html>", "a\u{0}b", "a\u{7f}", "a\u{1b}[2J", "a\u{b}b",
    ]

    @Test(arguments: hostile) func `answers 500 rather than let a value break out`(_ value: String) {
        let responses = [
            Response(status: 200, headers: [ResponseHeader(.location, value)]),
            Response(status: 200, contentType: value),
        ]
        for response in responses {
            let text = encoded(response)
            #expect(text.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
            #expect(!text.contains(value))
        }
    }

    @Test(arguments: [-1, 0, 99, 100, 101, 199, 600, 1_000]) func `writes final statuses only`(_ status: Int)
    {
        #expect(encoded(Response(status: status)).hasPrefix("HTTP/1.1 500 "))
    }

    @Test func `has a form for statuses it has no reason for`() {
        #expect(encoded(Response(status: 418)).hasPrefix("HTTP/1.1 418 \r\n"))
    }

    @Test func `writes no body where there must be none`() {
        for status in [204, 304] {
            let text = encoded(Response(status: status, contentType: "a/b", body: [0x61]))
            #expect(text.hasSuffix("\r\n\r\n"))
            #expect(!text.contains("Content-Length:") && !text.contains("Content-Type:"))
        }
        let head = encoded(.text("hello"), isHead: true)
        #expect(head.hasSuffix("\r\n\r\n"))
        #expect(head.contains("Content-Length: 5\r\n"))
    }

    @Test func `lets a response set its own caching`() {
        let text = encoded(Response(status: 200, headers: [ResponseHeader(.cacheControl, "max-age=60")]))
        #expect(text.contains("Cache-Control: max-age=60\r\n"))
        #expect(!text.contains("no-store"))
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ]) func `writes dates as RFC 9110 wants them`(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.text(seconds) == text)
    }
}
