import Links
import TestSupport
import Testing

@Suite struct LongLinkTests {
    static let whole = [
        "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Fa%3D1%26b%3D%2520%23top",
        "apn=com.example.game", "afl=https%3A%2F%2Fexample.com%2Fandroid", "amv=12", "ibi=com.example.game",
        "isi=1234567890", "ifl=https%3A%2F%2Fexample.com%2Fios", "ipfl=https%3A%2F%2Fexample.com%2Fipad",
        "ipbi=com.example.game", "ius=examplegame", "imv=1.2%20b", "efr=1",
        "ofl=https%3A%2F%2Fexample.com%2Fdesktop", "st=Pieces%20%26%20Eight%2B", "sd=%D8%B3%D9%81%D9%86",
        "si=https%3A%2F%2Fexample.com%2Fcard.png", "utm_source=mail", "utm_medium=a%3Db", "utm_campaign=c",
        "utm_term=d", "utm_content=e", "gclid=f", "pt=1", "at=2", "ct=3", "mt=8",
    ].joined(separator: "&")

    @Test func `reads every parameter`() throws {
        let parsed = try LongLink.parse(Self.whole)
        #expect(parsed.warnings == [])
        let spec = parsed.spec
        #expect(spec.link.description == "https://example.com/join?a=1&b=%20#top")
        #expect(spec.prefix == LinkPrefix("https://go.example.com"))
        #expect(spec.android.packageName == "com.example.game")
        #expect(spec.android.minVersionCode == 12)
        #expect(spec.ios.minVersion == "1.2 b")
        #expect(spec.ios.isForcedRedirect)
        #expect(spec.ios.ipadFallbackLink?.description == "https://example.com/ipad")
        #expect(spec.social.title == "Pieces & Eight+")
        #expect(spec.social.description == "\u{633}\u{641}\u{646}")
        #expect(spec.analytics.utmMedium == "a=b")
        #expect(spec.analytics.mt == "8")
    }

    @Test func `prints what it reads, byte for byte`() throws {
        #expect(LongLink.print(try LongLink.parse(Self.whole).spec) == Self.whole)
    }

    @Test func `reads what it prints, whatever the text`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let prefix = try #require(LinkPrefix("https://example.com/invite"))
            var spec = LinkSpec(link: try WebURL("https://example.com/?x=%26"), prefix: prefix)
            func noise() -> String {
                let scalars = (0..<8).map { _ in
                    Unicode.Scalar(UInt32.random(in: 1...0xD7FF, using: &generator))
                }
                return String(String.UnicodeScalarView(scalars.compactMap { $0 }))
            }
            (spec.social.title, spec.social.description) = (noise(), noise())
            (spec.analytics.utmSource, spec.analytics.ct, spec.ios.minVersion) = (noise(), noise(), noise())
            let parsed = try LongLink.parse(LongLink.print(spec))
            #expect(parsed.spec == spec)
            #expect(parsed.warnings == [])
        }
    }

    @Test func `reads the longest URLs there are`() throws {
        let start = "https://example.com/?"
        let url = try WebURL(start + String(repeating: "&", count: WebURL.bytesMax - start.utf8.count))
        var spec = LinkSpec(link: url, prefix: try #require(LinkPrefix("go.example.com")))
        spec.desktopFallbackLink = url
        #expect(try LongLink.parse(LongLink.print(spec)).spec == spec)
    }

    @Test(
        arguments: [
            ("https://go.example.com?link=https://example.com/", "https://go.example.com"),
            ("https://go.example.com/?link=https://example.com/", "https://go.example.com"),
            ("https://example.com/invite?link=https://example.com/", "https://example.com/invite"),
            ("https://example.com/invite/?d=1&link=https://example.com/#x", "https://example.com/invite"),
            ("http://GO.example.com/?link=https://example.com/", "https://go.example.com"),
        ])
    func `reads the prefix from host and path`(text: String, prefix: String) throws {
        let parsed = try LongLink.parse(text)
        #expect(parsed.spec.prefix.description == prefix)
        #expect(parsed.spec.link.description == "https://example.com/")
        #expect(parsed.warnings == [])
    }

    @Test(
        arguments: [
            ("", "/long_link"), ("go.example.com", "/long_link"), ("https://go example.com/", "/long_link"),
            ("javascript:alert(1)", "/long_link"), ("https://a@go.example.com/?link=x", "/long_link"),
            ("https://go.example.com/.well-known/?link=https://example.com/", "/long_link"),
            ("https://go.example.com/", "/link"), ("https://go.example.com/?link=", "/link"),
            ("https://go.example.com/?link=javascript:alert(1)", "/link"),
            ("https://go.example.com/?link=example.com", "/link"),
            ("https://go.example.com/?link=https://u:p@example.com/", "/link"),
            ("https://go.example.com/?link=https://example.com/%2520%0d%0aX:1", "/link"),
        ])
    func `refuses what leads nowhere`(text: String, pointer: String) {
        do throws(LinkRefusal) {
            _ = try LongLink.parse(text)
            Issue.record("accepted")
        } catch {
            if case .invalid(let field, _) = error {
                #expect(field.pointer == pointer)
            } else {
                Issue.record("\(error)")
            }
        }
    }

    @Test(
        arguments: [
            ("amv=12x", "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"),
            ("amv=-1", "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"),
            ("amv=99999999999999999999", "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION"),
            ("isi=id123", "NOT_NUMERIC_IOS_APP_STORE_ID"), ("efr=yes", "BAD_FORCED_REDIRECT_PARAM"),
            ("afl=example.com", "NOT_URI_ANDROID_FALLBACK_LINK"),
            ("ifl=ftp://a.b/", "BAD_URI_SCHEME_IOS_FALLBACK_LINK"),
            ("ofl=javascript:x", "BAD_URI_SCHEME_DESKTOP_FALLBACK_LINK"),
            ("si=x", "NOT_URI_SOCIAL_IMAGE_LINK"),
            ("apn=com/example", "MALFORMED_PARAM"), ("ibi=%22%3E%3Cscript", "MALFORMED_PARAM"),
            ("ius=1x", "MALFORMED_PARAM"),
            ("st=a%00b", "MALFORMED_PARAM"), ("foo=bar", "UNRECOGNIZED_PARAM"), ("=x", "UNRECOGNIZED_PARAM"),
            ("Apn=com.example.game", "UNRECOGNIZED_PARAM"), ("efr=1&efr=1", "DUPLICATE_PARAM"),
            ("link=https://evil.example/", "DUPLICATE_PARAM"),
            ("st=\(String(repeating: "a", count: 1025))", "TOO_LONG_PARAM"),
        ])
    func `warns of what means nothing, and leaves it out`(item: String, code: String) throws {
        let parsed = try LongLink.parse("https://go.example.com/?link=https://example.com/&\(item)")
        #expect(parsed.warnings.map(\.code) == [code])
        var plain = try LongLink.parse("https://go.example.com/?link=https://example.com/").spec
        plain.ios.isForcedRedirect = code == "DUPLICATE_PARAM" && item.hasPrefix("efr")
        #expect(parsed.spec == plain)
    }

    @Test func `passes over empty parameters and the debug page's own`() throws {
        let parsed = try LongLink.parse("https://go.example.com/?link=https://example.com/&apn=&efr=0&d=1")
        #expect(parsed.warnings == [])
        #expect(LongLink.print(parsed.spec) == "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F")
    }

    @Test func `a flood of nonsense gets a few short warnings`() throws {
        let flood = (0..<5000).map { "x\($0)=1" }.joined(separator: "&")
        let long = String(repeating: "y", count: 9000) + "=1"
        let parsed = try LongLink.parse("https://go.example.com/?link=https://example.com/&\(long)&\(flood)")
        #expect(parsed.warnings.count == 32)
        #expect(parsed.warnings.allSatisfy { $0.message.count < 120 })
    }

    @Test func `a signature is handed on, and covers the card and the link that it is of`() throws {
        let parsed = try LongLink.parse(Self.whole + "&sig=abc&sig=d")
        #expect(parsed.signature == "abc" && parsed.warnings == [])
        #expect(LongLink.print(parsed.spec, signature: parsed.signature) == Self.whole + "&sig=abc")
        let signed = try #require(LongLink.signedText(of: parsed.spec))
        var other = parsed.spec
        other.analytics.utmSource = "elsewhere"
        #expect(LongLink.signedText(of: other) == signed)
        other.social.title = "Win!"
        #expect(LongLink.signedText(of: other) != signed)
        other = parsed.spec
        other.link = try WebURL("https://example.com/other")
        #expect(LongLink.signedText(of: other) != signed)
        other.social = LinkSpec.SocialCard()
        #expect(LongLink.signedText(of: other) == nil)
    }

    @Test
    func `of a long link what a claim is told is kept, never its card, and no more than there is room for`()
        throws
    {
        let short = try LongLink.parse(
            "https://go.example.com/?link=https://example.com/join?invitedby%3DABC&apn=com.example.game"
                + "&ofl=https://example.com/&st=Hello&utm_source=mail"
        ).spec
        let kept = try LongLink.parse(try #require(LongLink.kept(of: short))).spec
        var expected = short
        expected.social = LinkSpec.SocialCard()
        #expect(kept == expected)
        var long = short
        long.desktopFallbackLink = try WebURL("https://example.com/" + String(repeating: "x", count: 400))
        expected.desktopFallbackLink = nil
        #expect(try LongLink.parse(try #require(LongLink.kept(of: long))).spec == expected)
        long.analytics.utmSource = String(repeating: "%", count: 200)
        expected.analytics = LinkSpec.Analytics()
        #expect(try LongLink.parse(try #require(LongLink.kept(of: long))).spec == expected)
        for count in [450, 500, 7_000] {
            long.link = try WebURL("https://example.com/" + String(repeating: "x", count: count))
            #expect(LongLink.kept(of: long) == nil)
        }
    }
}
