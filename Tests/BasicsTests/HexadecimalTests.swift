import Basics
import Testing

struct HexadecimalTests {
    @Test func `bytes come back from their text, in either case`() {
        let bytes = (0...255).map { UInt8($0) }
        let text = Hexadecimal.text(bytes)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(Hexadecimal.bytes(text) == bytes && Hexadecimal.bytes(text.uppercased()) == bytes)
        #expect(Hexadecimal.text([]) == "" && Hexadecimal.bytes("") == [])
    }

    @Test(arguments: ["0", "0g", "00 ", "\\x00", "é0", "0x00"])
    func `anything else is none`(text: String) {
        #expect(Hexadecimal.bytes(text) == nil)
    }
}
