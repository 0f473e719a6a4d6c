import HTTP
import TestSupport
import Testing

@testable import API

/// Which language a visitor is spoken to in, and that each has all there is to say.
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

    @Test(arguments: PageLanguage.allCases) func `every language has all texts`(_ language: PageLanguage) {
        let texts = PageTexts(in: language)
        let refused = PageTexts.refused(in: language)
        let all = [
            texts.open, texts.getApp, texts.goOnInBrowser, texts.onTheWeb, texts.goOn, texts.invited,
            texts.notFound.title, texts.notFound.text, texts.unavailable.title, texts.unavailable.text,
            refused.title, refused.text,
        ]
        #expect(all.allSatisfy { !$0.isEmpty && !$0.contains("{") })
        #expect(texts.opensOnceInstalled.ranges(of: "{app}").count == 1)
        let invite = InviteTexts(in: language)
        for name in ["{name}", "{app}"] { #expect(invite.invites.ranges(of: name).count == 1) }
        let more = [
            invite.haveIt, invite.storeOnly, invite.scan, invite.expired.title, invite.expired.text,
            invite.used.title, invite.used.text,
        ]
        #expect(InviteTexts.copying[language] != nil)
        #expect(more.allSatisfy { !$0.isEmpty && !$0.contains("{") })
        let debug = Mirror(reflecting: DebugTexts(in: language)).children.map { $0.value as? String }
        #expect(debug.count == 16 && debug.allSatisfy { $0?.isEmpty == false })
        #expect(DebugTexts.all[language] != nil)
    }

    /// A text that was forgotten when another language's were copied.
    @Test func `no two languages say a thing alike at length`() {
        let texts = PageLanguage.allCases.map { PageTexts(in: $0) }
        for text in [
            texts.map(\.opensOnceInstalled), texts.map(\.notFound.text), texts.map(\.unavailable.text),
            PageLanguage.allCases.map { PageTexts.refused(in: $0).text },
            PageLanguage.allCases.map { InviteTexts.copying(in: $0).invitation },
            PageLanguage.allCases.map { InviteTexts.copying(in: $0).link },
            PageLanguage.allCases.map { InviteTexts(in: $0).used.text },
            PageLanguage.allCases.map { InviteTexts(in: $0).invites },
            PageLanguage.allCases.map { DebugTexts(in: $0).landing },
            PageLanguage.allCases.map { DebugTexts(in: $0).card },
        ] {
            #expect(Set(text).count == PageLanguage.allCases.count)
        }
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
            let nowhere = PageTexts(in: .german).notFound.title
            #expect(try page("https://go.example.com/nobody", as: UserAgent.iPhone).contains(nowhere))
            #expect(try page("https://go.example.com/no/route", as: UserAgent.iPhone).contains(nowhere))
            for link in ["https://evil.example/", ""] {
                let refused = try page("https://go.example.com/?link=" + link, as: UserAgent.iPhone)
                #expect(refused.contains(#"<html lang="de">"#))
                #expect(refused.contains("<h1>" + PageTexts.refused(in: .german).title))
                #expect(refused.contains(#"<ul class="reasons" lang="en" dir="ltr">"#))
            }
            let invited = try page("https://go.example.com/applink", as: UserAgent.iPhone)
            #expect(invited.contains("Du bist eingeladen."))
            let title = DebugTexts(in: .german).title
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
