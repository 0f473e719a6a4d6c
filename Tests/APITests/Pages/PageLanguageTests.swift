import HTTP
import JSON
import TestSupport
import Testing

@testable import API
@testable import Pages

/// Which language a visitor is spoken to in.
struct PageLanguageTests {
    @Test(arguments: [
        ("de", "de"), ("DE-at", "de"), ("de-AT, en;q=0.8", "de"), ("en;q=0.8,de-AT", "de"),
        ("da, de;q=0.3, fr ; q=0.7", "fr"), ("de;q=0.5,fr;q=0.5", "de"), ("de;q=0,fr;q=0.1", "fr"),
        ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("zh-TW", "zh-Hant"),
        ("zh-hant-mo", "zh-Hant"), ("iw-IL", "he"), ("in", "id"), ("pt-BR,pt;q=0.9", "pt-BR"),
        ("pt-PT", "pt-BR"), ("yue-HK", "zh-Hant"), ("zh-yue-HK", "zh-Hant"), ("tlh, es", "es"),
        ("da,*", "en"), ("*", "en"), ("", "en"), ("tlh", "en"), ("en-GB,de", "en"),
    ]) func `finds the language that a visitor reads best`(_ header: String, _ tag: String) {
        #expect(PageLanguage(accepting: header).rawValue == tag)
    }

    @Test(arguments: [
        "de;q=2", "de;q=-1", "de;q=nan", "de;q=", "de;q", "de;level=1", ";q=1", ",,;,", "-", "d-e", "--de",
        "dé", "d\u{FFFD}",
    ]) func `passes over what can't be read`(_ header: String) {
        #expect(PageLanguage(accepting: header) == .english)
    }

    @Test func `reads no more than browsers send`() {
        let most = "de" + String(repeating: ",da", count: 340) + ",x"
        #expect(most.utf8.count == 1024)
        #expect(PageLanguage(accepting: most) == .german)
        #expect(PageLanguage(accepting: most + "y") == .english)
        #expect(PageLanguage(accepting: "de" + String(repeating: "-a", count: 500)) == .english)
    }

    @Test func `speaks English to those who don't say what they read`() {
        #expect(PageLanguage(accepting: "") == .english)
    }

    @Test func `a page says which language it is in`() {
        func start(_ language: PageLanguage) -> String {
            let text = String(decoding: WebPage.notFound(in: language).response.body, as: UTF8.self)
            return String(text.dropFirst("<!DOCTYPE html>\n".count).prefix { $0 != ">" })
        }
        #expect(start(.english) == #"<html lang="en""#)
        #expect(start(.chineseTraditional) == #"<html lang="zh-Hant""#)
        #expect(start(.arabic) == #"<html lang="ar" dir="rtl""#)
    }

    @Test
    func `an outage and a bad link are told in the visitor's language, what callers must mend in English`()
        throws
    {
        for problem in [Problem.unavailable, .internalError] {
            let page = WebPage.problem(problem, in: .german)
            #expect(page.language == .german && page.title == "Einen Moment")
        }
        let refused = WebPage.refused([], in: .german)
        #expect(refused.language == .german && refused.title == "Diesem Link kann nicht gefolgt werden")
        #expect(WebPage.problem(.validation([]), in: .german).language == .english)
    }

    @Test func `visitors are spoken to in their language, by every page of a link host`() async throws {
        try await OpeningTests.withLinks { _, client, key in
            let link = try client.shorten(token: key)
            let german = ["Accept-Language": "de-DE,de;q=0.9,en;q=0.8", "Accept": "text/html"]
            func page(_ url: String, as agent: String) throws -> String {
                try client.visit(url, as: agent, headers: german).text
            }
            #expect(try page(link, as: UserAgent.iPhone).contains(">Öffnen</a>"))
            #expect(try page(link, as: UserAgent.facebook).contains(">Weiter</a>"))
            let nowhere = Texts(in: .german)[.notFound]
            #expect(try page("https://go.example.com/nobody", as: UserAgent.iPhone).contains(nowhere))
            #expect(try page("https://go.example.com/no/route", as: UserAgent.iPhone).contains(nowhere))
            for link in ["https://evil.example/", ""] {
                let refused = try page("https://go.example.com/?link=" + link, as: UserAgent.iPhone)
                #expect(refused.contains(#"<html lang="de">"#))
                #expect(refused.contains("<h1>" + Texts(in: .german)[.refused]))
                #expect(refused.contains(#"<ul class="reasons" lang="en" dir="ltr">"#))
            }
            let invited = try page("https://go.example.com/applink", as: UserAgent.iPhone)
            #expect(invited.contains("Du bist eingeladen."))
            let title = Texts(in: .german)[.debug]
            for debug in [link, "https://go.example.com/applink"] {
                let page = try page(debug + "?d=1", as: UserAgent.iPhone)
                #expect(page.contains(#"<html lang="de">"#) && page.contains("<h1>\(title)</h1>"))
            }
            let twoLines = ["Accept-Language": "tlh", "accept-language": "fr;q=0.1"]
            let french = try client.visit(link, as: UserAgent.iPhone, headers: twoLines)
            #expect(french.text.contains(">Ouvrir</a>"))
            let noise = ["Accept-Language": "d\u{E9}\u{FF},\u{2028}de"]
            for headers in [[:], noise] {
                let reply = try client.visit(link, as: UserAgent.iPhone, headers: headers)
                #expect(reply.text.contains(">Open</a>"))
            }
        }
    }
}
