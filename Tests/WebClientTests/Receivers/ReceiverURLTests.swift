import Testing

@testable import WebClient

/// URLs of receivers as users of the API write them.
@Suite struct ReceiverURLTests {
    @Test(
        arguments: [
            ("https://example.com", "https://example.com/"),
            ("HTTPS://Example.COM:443/Hook?a=b&c=%2f", "https://example.com/Hook?a=b&c=%2f"),
            ("https://example.com:8443?x", "https://example.com:8443/?x"),
            ("https://example.com./", "https://example.com/"),
            ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"),
            ("https://a_b.example-1.com:65535/", "https://a_b.example-1.com:65535/"),
            ("https://8.8.8.8/", "https://8.8.8.8/"),
            ("https://[2606:4700:4700:0::1111]:8443/", "https://[2606:4700:4700::1111]:8443/"),
            ("https://1password.com/", "https://1password.com/"),
            ("https://example.com//a/@b:c", "https://example.com//a/@b:c"),
        ])
    func `a public https URL is a receiver's`(text: String, normal: String) throws {
        let url = try ReceiverURL(text)
        #expect(url.description == normal)
        #expect(!url.isListed)
        #expect(url.request().url == normal)
    }

    @Test(
        arguments: [
            "127.0.0.1", "127.0.0.1.", "127.1", "0x7f.1", "0X7F.0.0.1", "0177.0.0.1", "2130706433",
            "2130706433.",
            "017700000001", "0x7f000001", "0.0.0.0", "0", "10.0.0.1", "169.254.169.254", "0xa9.254.0251.0xfe",
            "2852039166", "192.168.1.1", "172.16.0.1", "100.64.0.1", "224.0.0.1", "255.255.255.255",
            "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
            "[::ffff:8.8.8.8]", "[fe80::1]", "[fd00:ec2::254]", "[2002:7f00:1::]", "[2002:0808:0808::]",
            "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2001::1]", "[ff02::1]",
            "localhost", "LOCALHOST", "localhost.", "a.localhost",
        ])
    func `no notation of an address that isn't public is one`(host: String) {
        #expect(reason("https://\(host)/") == .addressNotPublic)
        #expect(reason("https://\(host):8443/a?b") == .addressNotPublic)
    }

    @Test(arguments: ["134744072", "8.8.8.8.", "0x8.8.8.8", "8.525320", "010.8.8.8"])
    func `a public address is four decimal numbers`(host: String) {
        #expect(reason("https://\(host)/") == .addressNotation)
    }

    @Test(
        arguments: [
            ("", .scheme), ("example.com", .scheme), ("https:/example.com/", .scheme),
            ("//example.com/", .scheme), ("ftp://example.com/", .scheme), ("file:///etc/passwd", .scheme),
            ("gopher://example.com/", .scheme), (" https://example.com/", .scheme),
            ("http://example.com/", .plainHTTP), ("http://127.0.0.1/", .plainHTTP),
            ("https://user@example.com/", .userInfo), ("https://user:secret@example.com/", .userInfo),
            ("https://@example.com/", .userInfo), ("https://example.com@127.0.0.1/", .userInfo),
            ("https://example.com/#a", .fragment), ("https://example.com/#", .fragment),
            ("https://example.com#a", .fragment),
            ("https://", .host), ("https:///a", .host), ("https://:443/", .host), ("https://a..b/", .host),
            ("https://.a/", .host), ("https://127.0.0.1../", .host), ("https://256.1.1.1/", .host),
            ("https://1.2.3.4.5/", .host), ("https://0x/", .host), ("https://a b/", .host),
            ("https://a\t/", .host), ("https://a\u{0}/", .host), ("https://[::1/", .host),
            ("https://[::1]a/", .host), ("https://[]/", .host), ("https://[127.0.0.1]/", .host),
            ("https://[example.com]/", .host), ("https://::1/", .host), ("https://a*b/", .host),
            ("https://[::1%25eth0]/", .zone), ("https://[fe80::1%eth0]/", .zone),
            ("https://127.0.0.1%2f/", .hostPercentEncoded), ("https://%31%32%37.0.0.1/", .hostPercentEncoded),
            ("https://bücher.example/", .hostNotASCII), ("https://１２７.0.0.1/", .hostNotASCII),
            ("https://127。0。0。1/", .hostNotASCII), ("https://ⓛocalhost/", .hostNotASCII),
            ("https://example.com:/", .port), ("https://example.com:0/", .port),
            ("https://example.com:65536/", .port), ("https://example.com:+1/", .port),
            ("https://example.com:80:80/", .port), ("https://example.com:*/", .port),
            ("https://example.com/a b", .character), ("https://example.com/\r\nX: y", .character),
            ("https://example.com/ä", .character), ("https://example.com\\@127.0.0.1/", .character),
            ("https://example.com/<a>", .character),
        ] as [(String, ReceiverURLError)])
    func `each other URL is refused for its reason`(text: String, expected: ReceiverURLError) {
        #expect(reason(text) == expected)
    }

    @Test func `a URL has 2,048 bytes at most, and a name 253`() {
        let base = "https://example.com/"
        #expect(reason(base + String(repeating: "a", count: 2_048 - base.utf8.count)) == nil)
        #expect(reason(base + String(repeating: "a", count: 2_049 - base.utf8.count)) == .tooLong)
        let labels = Array(repeating: String(repeating: "a", count: 63), count: 3).joined(separator: ".")
        #expect(reason("https://\(labels).\(String(repeating: "a", count: 61))/") == nil)
        #expect(reason("https://\(labels).\(String(repeating: "a", count: 62))/") == .host)
        #expect(reason("https://\(String(repeating: "a", count: 64)).com/") == .host)
    }

    @Test func `URLs of one origin have the same, whatever their path and writing`() throws {
        let origin = try ReceiverURL("https://example.com/a?b").origin
        for same in ["HTTPS://EXAMPLE.com:443", "https://example.com./c"] {
            #expect(try ReceiverURL(same).origin == origin)
        }
        for other in ["https://example.com:444/a?b", "https://example.org/a?b", "https://a.example.com/"] {
            #expect(try ReceiverURL(other).origin != origin)
        }
        #expect(origin.description == "https://example.com")
        let (short, long) = ("https://[2606:4700::1]/", "https://[2606:4700:0:0::0:1]:443/")
        #expect(try ReceiverURL(short).origin == ReceiverURL(long).origin)
    }

    @Test func `the operator's list allows plain HTTP and the host that it names, and nothing beside it`()
        throws
    {
        let list = try ReceiverAllowList(
            "http://127.0.0.1:*, https://10.0.0.5:8443 http://hooks.internal,http://[::1]:*")
        for text in [
            "http://127.0.0.1/", "http://127.0.0.1:8080/a", "https://10.0.0.5:8443/",
            "http://hooks.internal:80/",
            "http://[0::1]:3000/",
        ] {
            let url = try ReceiverURL(text, allowing: list)
            #expect(url.isListed)
            #expect(url.request().allowsPlainHTTP == text.hasPrefix("http:"))
        }
        for text in ["https://127.0.0.1/", "https://10.0.0.5/", "https://[::1]/"] {
            #expect(reason(text, list) == .addressNotPublic)
        }
        for text in ["http://127.0.0.2/", "http://hooks.internal:81/", "http://a.hooks.internal/"] {
            #expect(reason(text, list) == .plainHTTP)
        }
        #expect(reason("http://127.1/", list) == .addressNotPublic)
    }

    @Test func `a request to a listed address goes there or to public addresses`() throws {
        let list = try ReceiverAllowList("http://127.0.0.1:*")
        let request = try ReceiverURL("http://127.0.0.1:1/", allowing: list).request()
        #expect(request.addresses == AddressFilter(publicAnd: [AddressRange("127.0.0.1")!]))
        let other = try ReceiverURL("https://example.com/", allowing: list).request(
            through: "http://proxy:3128")
        #expect(other.addresses == .publicOnly)
        #expect(!other.allowsPlainHTTP)
        #expect(other.proxy == "http://proxy:3128")
    }

    @Test(
        arguments: [
            ("127.0.0.1", .scheme), ("http://127.0.0.1/", .character), ("http://127.0.0.1/*", .character),
            ("http://127.0.0.1:1:*", .port), ("http://127.0.0.1:x", .port), ("http://*:80", .host),
            ("http://127.1:*", .addressNotPublic), ("ftp://a:*", .scheme), ("http://a:*#b", .fragment),
            ("http://u@a:*", .userInfo),
        ] as [(String, ReceiverURLError)])
    func `a pattern that is none is refused, and named`(pattern: String, reason: ReceiverURLError) {
        #expect(throws: ReceiverAllowList.InvalidPattern(pattern: pattern, reason: reason)) {
            try ReceiverAllowList("https://good.example, \(pattern)")
        }
    }

    @Test func `no pattern allows nothing`() throws {
        #expect(try ReceiverAllowList(" , ") == ReceiverAllowList())
        #expect(reason("http://127.0.0.1/", try ReceiverAllowList("")) == .plainHTTP)
    }

    private func reason(_ text: String, _ list: ReceiverAllowList = ReceiverAllowList()) -> ReceiverURLError?
    {
        do throws(ReceiverURLError) {
            _ = try ReceiverURL(text, allowing: list)
            return nil
        } catch {
            return error
        }
    }
}
