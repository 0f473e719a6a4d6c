import Testing

@testable import API
@testable import Pages

struct HTMLWriterTests {
    private func html(_ body: (inout HTMLWriter) -> Void) -> String {
        var writer = HTMLWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a text never becomes markup`() {
        #expect(
            html { $0.element("p", text: "</p><script>alert('1 & 2')</script>") }
                == "<p>&lt;/p&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;</p>")
    }

    @Test func `an attribute never ends before its value`() {
        #expect(
            html { $0.open("meta", [.text("content", #"" onload="x"><b>'"#)]) }
                == #"<meta content="&quot; onload=&quot;x&quot;&gt;&lt;b&gt;&#39;">"#)
    }

    @Test func `control characters become spaces, line ends and other scripts stay`() {
        #expect(html { $0.text("a\u{0}b\u{1B}c\u{7F}d\re\nf שלום 🏴‍☠️") } == "a b c d e\nf שלום 🏴‍☠️")
    }

    @Test func `a stranger's text is Japanese where it has kana, and else of no known language`() {
        #expect(html { $0.foreign("b", "さくら") } == #"<b lang="ja" dir="auto">さくら</b>"#)
        for text in ["Anne", "小樱", "ليلى", ""] {
            #expect(html { $0.foreign("b", text) } == #"<b lang="" dir="auto">\#(text)</b>"#)
        }
    }

    @Test func `elements nest`() {
        let text = html { writer in
            writer.element("ul", [.text("class", "x")]) { $0.element("li", text: "one") }
        }
        #expect(text == #"<ul class="x"><li>one</li></ul>"#)
    }
}
