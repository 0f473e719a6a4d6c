import Links
import Testing

@Suite struct URLPatternTests {
    @Test(
        arguments: [
            (#"^https://example\.com/.*$"#, "https://example.com/a?b=c", true),
            (#"^https://example\.com/.*$"#, "https://example.com", false),
            (#"^https://example\.com/.*$"#, "https://example.com.evil.example/", false),
            (#"^https://example\.com/.*$"#, "https://evil.example/?https://example.com/", false),
            (#"^https://example\.com/a"#, "https://example.com/abc", true),
            (#"^https://example\.com/a$"#, "https://example.com/abc", false),
            (#"^https://(a|b)\.example/"#, "https://b.example/", true),
            (#"^https://a\.example/|https://b\.example/"#, "https://b.example/x", true),
            (#"^https://a\.example/|b"#, "https://evil.example/b", false),
            (#"^(?i)https://EXAMPLE\.com/"#, "https://example.com/", true),
        ])
    func `matches from the start of a URL`(pattern: String, url: String, isMatch: Bool) throws {
        #expect(try URLPattern(pattern).matches(WebURL(url)) == isMatch)
    }

    @Test(
        arguments: [
            ("", "1 to 1024 bytes"), ("https://example.com", "begins with ^"), (".*", "begins with ^"),
            ("^(", "missing )"), ("^[a", "missing ]"), ("^a**", "repetition"), (#"^(a)\1"#, "invalid escape"),
            ("^(?=a)", "invalid perl operator"), ("^(?<!a)b", "invalid"), ("^a{2000}", "repetition size"),
            ("^(((a{100}){100}){100})", "repetition"), ("^[b-a]", "range"), (#"^\"#, "trailing"),
        ])
    func `says why text is no pattern`(text: String, reason: String) {
        do throws(URLPattern.Mistake) {
            _ = try URLPattern(text)
            Issue.record("accepted")
        } catch {
            #expect(error.detail.contains(reason), "\(error.detail)")
        }
    }

    @Test func `refuses a pattern that needs too much memory, or has too many bytes`() {
        #expect(throws: URLPattern.Mistake.self) { try URLPattern(#"^(\pL{1,900}){1,900}$"#) }
        #expect(throws: URLPattern.Mistake.self) { try URLPattern(#"^((((\pL{30}){30}))|x)*(\pL{30}){30}$"#) }
        #expect(throws: URLPattern.Mistake.self) { try URLPattern("^" + String(repeating: "a", count: 1024)) }
    }

    @Test(arguments: [#"^(h|t|p|s|:|/|\.|(a+)+)+$"#, #"^https://(a|a)*$"#, #"^https://(a?){500}a{500}$"#])
    func `takes time linear in the URL, whatever the pattern`(text: String) throws {
        let pattern = try URLPattern(text)
        let url = try WebURL(
            "https://" + Array(repeating: "aaaaaaaaaa", count: 20).joined(separator: ".") + "/!")
        let duration = ContinuousClock().measure { #expect(!pattern.matches(url)) }
        #expect(duration < .seconds(1))
    }
}
