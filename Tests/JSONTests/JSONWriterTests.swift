import Testing

@testable import JSON

@Suite struct JSONWriterTests {
    @Test func `writes members, elements and commas`() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", 1)
            writer.member("b", "two")
            writer.member("c", Int64?.none)
            writer.key("d")
            writer.array { writer in
                writer.bool(true)
                writer.object { _ in }
                writer.array { _ in }
                writer.number(1.5)
                writer.number(.nan)
            }
            writer.key("e")
            writer.raw(Array("{\"raw\":1}".utf8))
            writer.member("f", [1, 2])
        }
        let expected = #"{"a":1,"b":"two","c":null,"d":[true,{},[],1.5,null],"e":{"raw":1},"f":[1,2]}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test func `escapes what would end a string`() {
        let bytes = JSONWriter.bytes(of: "\"\\\n\r\t\u{0}\u{1f}é😀/")
        #expect(String(decoding: bytes, as: UTF8.self) == #""\"\\\n\r\t\u0000\u001fé😀/""#)
    }

    @Test func `escapes keys known at run time`() {
        let value = JSONValue.object([JSONMember("a\"b", .null)])
        #expect(String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) == #"{"a\"b":null}"#)
    }

    @Test(arguments: [Int64.min, -1, 0, 9, 10, .max]) func `writes integers whole`(_ number: Int64) {
        #expect(String(decoding: JSONWriter.bytes(of: number), as: UTF8.self) == String(number))
    }
}
