import TestSupport
import Testing

@testable import Basics

struct CSVLineTests {
    private func line(_ fields: String...) -> String {
        var output: [UInt8] = []
        CSVLine.append(fields, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func `fields that need it are quoted`() {
        #expect(line("a", "", "b c") == "a,,b c\r\n")
        #expect(
            line("a,b", "say \"so\"", "two\nlines", "é;")
                == "\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",\"é;\"\r\n")
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "  =1", " ＝1", "=cmd|' /C calc'!A0", "'=1+1'", "\"=1+1\"",
        "\u{A0}=1", "\tx", "\rx", "\nx",
    ])
    func `what a spreadsheet would run is text`(field: String) {
        let quoted = field.replacing("\"", with: "\"\"")
        #expect(line(field) == "\"'\(quoted)\"\r\n")
    }

    @Test(
        arguments: [",", ";", "\t", "|", "\r\n", "\n", "\r"],
        ["", " ", "\"", "'", "\u{FEFF}", "\u{3000}", ";"])
    func `no sign begins a cell behind a separator in the text`(separator: String, stripped: String) {
        for sign in ["=", "+", "-", "@", "\u{FF1D}"] {
            let field = "x\(separator)\(stripped)\(sign)1+1"
            let marked = "x\(separator)\(stripped)\u{2019}\(sign)1+1"
            #expect(
                SpreadsheetText.marked(field).utf8.elementsEqual(marked.utf8), "\(field.debugDescription)")
            #expect(line(field) == "\"\(marked.replacing("\"", with: "\"\""))\"\r\n")
        }
    }

    @Test(arguments: [
        "a - b", "level-5", "2026-11-28", "a+b@example.com", "E = mc²", "1;2", "1, 2 = 3", "x; y - z", "it's",
        "ﬁ", "",
    ])
    func `other text stays as it is`(text: String) {
        #expect(SpreadsheetText.marked(text) == text)
    }

    @Test func `a marked text is read back as it was`() {
        var generator = SeededGenerator("marked texts")
        let parts = [
            "=", "-", ";", ",", "\t", "\r\n", "|", "'", "\u{2019}", "\"", " ", "a", "1", "é", "e\u{301}",
            "\u{FF1D}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                parts.randomElement(using: &generator)!
            }.joined()
            let marked = SpreadsheetText.marked(text)
            #expect(
                SpreadsheetText.unmarked(marked).utf8.elementsEqual(text.utf8), "\(text.debugDescription)")
        }
    }
}
