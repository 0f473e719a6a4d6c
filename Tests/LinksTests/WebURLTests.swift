import Links
import Testing

@Suite struct WebURLTests {
    @Test(
        arguments: [
            ("https://example.com", "example.com"),
            ("http://example.com/", "example.com"),
            ("HTTPS://Sub.Example.COM/A?b#C", "sub.example.com"),
            ("https://example.com:8443/a", "example.com"),
            ("https://localhost/", "localhost"),
            ("https://127.0.0.1/", "127.0.0.1"),
            ("https://[2001:db8::1]:8080/x", "[2001:db8::1]"),
            ("https://my_host.example/", "my_host.example"),
            ("https://example.com?a=1", "example.com"),
            ("https://example.com#top", "example.com"),
            ("https://example.com/a@b?c=d@e&f[]=1|2", "example.com"),
            ("https://example.com/%C3%A4?x=%20", "example.com"),
        ])
    func `keeps a URL as it was written`(text: String, host: String) throws {
        let url = try WebURL(text)
        #expect(url.description == text)
        #expect(url.host == host)
        #expect(url.scheme == (text.lowercased().hasPrefix("https") ? "https" : "http"))
    }

    @Test(
        arguments: [
            ("", WebURL.Mistake.malformed), ("example.com", .malformed), ("/path", .malformed),
            ("//example.com/", .malformed), ("https:example.com", .malformed),
            ("https:/example.com", .malformed),
            ("https://", .malformed), ("https:///path", .malformed), ("https://?q", .malformed),
            ("https://example.com/%#", .malformed), ("https://example.com/%4#a", .malformed),
            ("https://example.com/?a=%4#", .malformed), ("https://example.com/#%4", .malformed),
            ("https://example..com/", .malformed), ("https://.example.com/", .malformed),
            ("https://example.com./", .malformed), ("https://-a.example/", .malformed),
            ("https://exa%6Dple.com/", .malformed), ("https://example.com:/", .malformed),
            ("https://example.com:0/", .malformed), ("https://example.com:65536/", .malformed),
            ("https://example.com:+80/", .malformed), ("https://example.com:80x/", .malformed),
            (#"https://example.com\@evil.example/"#, .credentials),
            (#"https://example.com\.evil.example/"#, .malformed), (#"https://example.com/\evil"#, .malformed),
            ("https://ex\u{e4}mple.com/", .malformed), ("https://example.com/\u{e4}", .malformed),
            ("https://example.com/%", .malformed), ("https://example.com/%4", .malformed),
            ("https://example.com/%zz", .malformed), ("https://example.com/\"", .malformed),
            ("https://example.com/<script>", .malformed), ("https://example.com/#a#b", .malformed),
            ("https://[::1/", .malformed), ("https://[]/", .malformed), ("https://[g::1]/", .malformed),
            ("javascript:alert(1)", .scheme), ("ftp://example.com/", .scheme), ("data:text/html,x", .scheme),
            ("com.example.game://open", .scheme), ("java script:x", .controls),
            ("https://user@example.com/", .credentials), ("https://user:pass@example.com/", .credentials),
            ("https://example.com@evil.example/", .credentials), ("https://@example.com/", .credentials),
            (" https://example.com/", .controls), ("https://example.com/ ", .controls),
            ("https://example.com/\r\nSet-Cookie: a=b", .controls), ("https://example.com/\u{0}", .controls),
            ("https://example.com/\u{7f}", .controls), ("https://exam\tple.com/", .controls),
        ])
    func `refuses what is no web URL`(text: String, mistake: WebURL.Mistake) {
        #expect(throws: mistake) { try WebURL(text) }
    }

    @Test func `has at most 7,168 bytes`() throws {
        let start = "https://example.com/"
        let longest = start + String(repeating: "a", count: WebURL.bytesMax - start.utf8.count)
        #expect(try WebURL(longest).description == longest)
        #expect(throws: WebURL.Mistake.tooLong) { try WebURL(longest + "a") }
    }

    @Test(
        arguments: [
            ("https://example.com", "https://example.com?a%26b=c%20d"),
            ("https://example.com/?", "https://example.com/?a%26b=c%20d"),
            ("https://example.com/?x=1", "https://example.com/?x=1&a%26b=c%20d"),
            ("https://example.com/?x=1&", "https://example.com/?x=1&a%26b=c%20d"),
            ("https://example.com/#f?g", "https://example.com/?a%26b=c%20d#f?g"),
        ])
    func `adds query items before the fragment`(text: String, expected: String) throws {
        let url = try WebURL(text).adding([("a&b", "c d")])
        #expect(url.description == expected)
        #expect(url.queryValue("a&b") == "c d")
        #expect(try WebURL(expected) == url)
    }

    @Test func `finds the first value of a query item`() throws {
        let url = try WebURL("https://example.com/?a=1&b=%C3%A4+%2B&a=2&c#d=4")
        #expect(url.queryValue("a") == "1")
        #expect(url.queryValue("b") == "\u{e4} +")
        #expect(url.queryValue("c") == "")
        #expect(url.queryValue("d") == nil)
        #expect(try WebURL("https://example.com/").queryValue("a") == nil)
    }
}
