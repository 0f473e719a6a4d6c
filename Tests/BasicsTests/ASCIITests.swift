import Basics
import Testing

/// Every byte, against what Swift says of the character.
struct ASCIITests {
    @Test(arguments: UInt8.min...UInt8.max)
    func `a byte is what its character is`(byte: UInt8) {
        let character = Character(Unicode.Scalar(byte))
        let isASCII = character.isASCII
        #expect(byte.isDigit == (isASCII && character.isWholeNumber))
        #expect(byte.isLetter == (isASCII && character.isLetter))
        #expect(byte.isUppercaseLetter == (isASCII && character.isUppercase))
        #expect(byte.isLowercaseLetter == (isASCII && character.isLowercase))
        #expect(byte.isAlphanumeric == (byte.isDigit || byte.isLetter))
        #expect(
            byte.lowercased == (isASCII ? UInt8(ascii: character.lowercased().unicodeScalars.first!) : byte))
        #expect(byte.digitValue.map(Int.init) == (isASCII ? character.wholeNumberValue : nil))
        #expect(byte.hexValue.map(Int.init) == (isASCII ? character.hexDigitValue : nil))
    }

    @Test func `sixteen values have a digit in either case`() {
        let values = (0..<16).map { UInt8($0) }
        #expect(String(decoding: values.map(UInt8.hexDigit), as: UTF8.self) == "0123456789abcdef")
        #expect(String(decoding: values.map(UInt8.uppercaseHexDigit), as: UTF8.self) == "0123456789ABCDEF")
    }
}
