import Basics
import Testing

@Suite struct CSVReaderTests {
    /// All records of `bytes`.
    private func records(_ bytes: some Collection<UInt8>) throws -> [CSVReader.Record] {
        var reader = CSVReader()
        var records: [CSVReader.Record] = []
        for byte in bytes {
            if let record = try reader.next(byte) { records.append(record) }
        }
        if let last = try reader.finish() { records.append(last) }
        return records
    }

    private static let tables: [(String, [[String]])] = [
        ("", []), ("\n\r\n\r", []), ("a", [["a"]]), ("a,b\n", [["a", "b"]]), (",", [["", ""]]),
        ("a\r\nb\nc\rd", [["a"], ["b"], ["c"], ["d"]]), ("\"a\"", [["a"]]), ("\"\"", [[""]]),
        ("\"a,b\",c", [["a,b", "c"]]), ("\"a\r\nb\",c\r\nd,e", [["a\r\nb", "c"], ["d", "e"]]),
        ("\"a\"\"b\",\"\"\"\"", [["a\"b", "\""]]), ("\u{FEFF}a,b", [["a", "b"]]),
        ("\u{FEFF}\"a\"", [["a"]]), ("a,\u{FEFF}b", [["a", "\u{FEFF}b"]]),
        ("ä,日本\n🏴‍☠️,", [["ä", "日本"], ["🏴‍☠️", ""]]), ("a\n\n\nb\n", [["a"], ["b"]]),
        (" a , b ", [[" a ", " b "]]),
    ]

    @Test(arguments: tables) func `reads RFC 4180`(_ text: String, _ expected: [[String]]) throws {
        let found = try records(text.utf8)
        #expect(found.map(\.fields) == expected)
        #expect(found.allSatisfy { $0.mistake == nil })
    }

    @Test func `says on which line a record begins`() throws {
        let found = try records("a\n\n\"b\nb\"\r\nc\rd".utf8)
        #expect(found.map(\.line) == [1, 3, 5, 6])
    }

    @Test(arguments: [
        ("a\"b\nc", "a quote is within a field that has none around it"),
        ("\"a\"b\nc", "something follows a closing quote"), ("a\u{0}\nc", "it has the character U+0000"),
    ]) func `tells a record that can't be trusted, and goes on behind it`(_ text: String, _ mistake: String)
        throws
    {
        let found = try records(text.utf8)
        #expect(found.map(\.mistake) == [mistake, nil])
        #expect(found.last?.fields == ["c"])
    }

    @Test func `tells what is not UTF-8`() throws {
        let found = try records([0x61, 0xC3, 0x28, 0x0A, 0x62])
        #expect(found.map(\.mistake) == ["it is not UTF-8", nil])
    }

    @Test func `stops at a quote left open, and says where`() throws {
        #expect(throws: CSVReader.Failure.openQuote(line: 2)) {
            try records("a\n\"b\nc\nd".utf8)
        }
        let endless = "a\n\"" + String(repeating: "x", count: CSVReader.recordBytesMax)
        #expect(throws: CSVReader.Failure.tooLong(line: 2)) {
            try records(endless.utf8)
        }
    }

    @Test func `writes back what it reads`() throws {
        let fields = ["a,b", "c\"d", "\"\u{619}", "e\r\nf", ""]
        #expect(try records(CSVReader.Record.text(of: fields).utf8).map(\.fields) == [fields])
    }
}
