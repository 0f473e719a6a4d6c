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
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "  =1", " ＝1", "=cmd|' /C calc'!A0",
    ])
    func `what a spreadsheet would run is text`(field: String) {
        let quoted = field.replacing("\"", with: "\"\"")
        #expect(line(field) == "\"'\(quoted)\"\r\n")
    }
}
