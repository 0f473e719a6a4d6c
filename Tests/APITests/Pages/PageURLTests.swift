import Links
import Testing

@testable import API
@testable import Pages

struct PageURLTests {
    @Test(arguments: [
        "https://example.com/a?b=c#d", "http://example.com", "HTTPS://example.com/",
        "examplegame://open?link_click_id=1", "com.example.game://x", "https://[::1]:80/%C3%A9",
    ]) func `leads to the web and into apps`(_ text: String) {
        #expect(PageURL(text)?.text == text)
    }

    @Test(arguments: [
        "javascript:alert(1)", "javascript://example.com/%0aalert(1)", "JavaScript://x", "data:text/html,x",
        "data://text/html,x", "vbscript://x", "file:///etc/passwd", "blob:https://x", "//example.com", "/x",
        "", ":", "://x", "https:", "https:example.com", "java\nscript://x", " https://x", "\thttps://x",
        "intent://x#Intent;scheme=y;end", "1a://x", "é://x", "\u{212A}ey://x", "about:blank",
        "view-source:https://x",
    ]) func `leads nowhere else`(_ text: String) {
        #expect(PageURL(text) == nil)
    }

    @Test func `what no URL has is percent-encoded, so that neither line nor quote ends`() {
        #expect(
            PageURL("https://example.com/é\r\nSet-Cookie: a=b\"<>\\^`{|}")?.text
                == "https://example.com/%C3%A9%0D%0ASet-Cookie:%20a=b%22%3C%3E%5C%5E%60%7B%7C%7D")
    }

    @Test func `places of our own are good too`() {
        #expect(PageURL(fragment: "postEvent").text == "#postEvent")
        #expect(PageURL(fragment: "a \"b").text == "#a%20%22b")
        #expect(PageURL(path: "/problems/not-found").text == "/problems/not-found")
    }

    @Test func `a URL of the domain is one by its type`() throws {
        #expect(PageURL(try WebURL("https://example.com/a?b=%20")).text == "https://example.com/a?b=%20")
    }
}
