import Links
import Testing

@Suite struct LinkPrefixTests {
    @Test(
        arguments: [
            ("https://go.example.com", "go.example.com", ""),
            ("https://Go.Example.com/", "go.example.com", ""),
            ("go.example.com", "go.example.com", ""),
            ("https://example.com/invite", "example.com", "/invite"),
            ("https://example.com/a/B-2_~.x/", "example.com", "/a/B-2_~.x"),
            ("http://go.localhost:8080", "go.localhost", ""),
            ("http://Go.localhost:8080/invite/", "go.localhost", "/invite"),
        ])
    func `reads a host and a path`(text: String, host: String, path: String) throws {
        let prefix = try #require(LinkPrefix(text))
        #expect(prefix.host == host)
        #expect(prefix.path == path)
        #expect(LinkPrefix(prefix.description) == prefix)
    }

    @Test(
        arguments: [
            "", "https://", "http://go.example.com", "go.example.com/invite", "https://go.example.com:8443",
            "https://go.example.com//a", "https://go.example.com/a//", "https://go.example.com/a?b",
            "https://go.example.com/a#b", "https://user@go.example.com", "https://go.example.com/../a",
            "https://go.example.com/.well-known", "https://go.example.com/%41", "https://go ex.com",
            "go.example.com.", "http://go.localhost", "http://localhost:80", "http://go.localhost:0",
            "http://go.localhost:80:80", "http://go.localhost.example:80", "http://go.localhost:65536",
            "https://g\u{f6}.example",
        ])
    func `refuses what is no prefix`(text: String) {
        #expect(LinkPrefix(text) == nil)
    }

    @Test func `names the links of a code`() throws {
        let prefix = try #require(LinkPrefix("https://example.com/invite"))
        let code = try #require(LinkCode("aB-3"))
        #expect(prefix.shortLink(code) == "https://example.com/invite/aB-3")
        #expect(prefix.previewLink(code) == "https://example.com/invite/aB-3?d=1")
        #expect(prefix.qrLink(code) == "https://example.com/invite/aB-3/qr")
    }

    @Test func `a link of this machine keeps its scheme and port when it is read back`() throws {
        let prefix = try #require(LinkPrefix("http://go.localhost:8080/i"))
        let text = LongLink.print(LinkSpec(link: try WebURL("https://example.com/"), prefix: prefix))
        #expect(text.hasPrefix("http://go.localhost:8080/i/?link="))
        let read = try LongLink.parse(text).spec.prefix
        #expect(read.description == prefix.description)
        #expect(read == LinkPrefix("https://go.localhost/i"))
    }
}
