import TestSupport
import Testing

@testable import JSON

@Suite struct JSONParserTests {
    static let accepted: [(String, JSONValue)] = [
        ("null", .null), (" true\n", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
        ("-0", .integer(0)),
        ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.5", .number(1.5)),
        ("1e3", .number(1000)),
        ("-2.5E-1", .number(-0.25)), ("\"\"", .string("")), ("\"a é 😀\"", .string("a é 😀")),
        (#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#, .string("\"\\/\u{8}\u{c}\n\r\tAé😀")),
        ("[]", .array([])), ("[1,[2]]", .array([.integer(1), .array([.integer(2)])])), ("{ }", .object([])),
        (
            "{\"b\" : 1 ,\"a\":{}}",
            .object([JSONMember("b", .integer(1)), JSONMember("a", .object([]))])
        ),
        (#"{"\u0000":"\u0000"}"#, .object([JSONMember("\0", .string("\0"))])),
    ]

    @Test(arguments: accepted) func `reads`(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == value)
    }

    @Test(arguments: [1, 40]) func `keys are one if their code points are`(_ count: Int) throws {
        let others = (0..<count).map { "\"k\($0)\":0," }.joined()
        for (first, second) in [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{E5}", "\u{61}\u{30A}")] {
            let value = try JSONParser.parse(Array("{\(others)\"\(first)\":1,\"\(second)\":2}".utf8))
            #expect(value[first] == 1 && value[second] == 2)
            #expect(throws: JSONError.self) {
                try JSONParser.parse(Array("{\(others)\"\(second)\":1,\"\(second)\":2}".utf8))
            }
        }
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }

    static let refused: [String] = [
        "", " ", "\u{FEFF}1", "nul", "nulll", "True", "NaN", "Infinity", "-", "+1", "01", "-01", "1.", ".5",
        "1e", "1e+",
        "0x1", "1 2", "{} {}", "1,", "[1,]", "[,1]", "[1 2]", "[", "]", "{", "}", "{\"a\"}", "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}", #"{"a":1,"\u0061":2}"#, "\"", "\"a",
        "\"\u{1}\"",
        "\"\n\"", "\"\t\"", #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud800""#, #""\ud800a""#,
        #""\ud800\u0041""#,
        #""\udc00""#, "// c\n1", "1e999", "\u{0}", "1\u{0}", "\"\\",
    ]

    @Test(arguments: refused) func `refuses`(_ text: String) {
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC3, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22],
        [0xC2, 0xA0, 0x31],
    ]) func `refuses what is not UTF-8`(_ bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONParser.parse(bytes) }
    }

    @Test func `goes 32 deep and no further`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONParser.parse(nested(32))
        #expect(throws: JSONError.self) { try JSONParser.parse(nested(33)) }
        #expect(throws: JSONError.self) {
            try JSONParser.parse(Array(String(repeating: "[", count: 1_000_000).utf8))
        }
    }

    @Test func `finds a key twice among thousands in good time`() throws {
        let members = (0..<20_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        let object = try JSONParser.parse(Array("{\(members)}".utf8))
        #expect(object["k19999"] == .integer(0))
        #expect(throws: JSONError.self) { try JSONParser.parse(Array("{\(members),\"k7\":1}".utf8)) }
    }

    @Test func `never crashes on mutated documents and reads back what it accepts`() throws {
        var random = SeededGenerator("JSONParserTests")
        let corpus = Self.accepted.map { Array($0.0.utf8) } + Self.refused.map { Array($0.utf8) }
        for _ in 0..<20_000 {
            var bytes = corpus.randomElement(using: &random)! + corpus.randomElement(using: &random)!
            let position = Int.random(in: 0..<max(1, bytes.count), using: &random)
            if position < bytes.count { bytes[position] = UInt8.random(in: .min ... .max, using: &random) }
            if Bool.random(using: &random) { bytes.removeLast(min(bytes.count, position)) }
            guard let value = try? JSONParser.parse(bytes) else { continue }
            #expect(try JSONParser.parse(JSONWriter.bytes(of: value)) == value, "\(bytes)")
        }
    }
}
