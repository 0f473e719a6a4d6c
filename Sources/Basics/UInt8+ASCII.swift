/// ASCII's characters, as questions to a byte. Inlined everywhere: parsers ask them of each.
extension UInt8 {
    @inlinable public static var carriageReturn: UInt8 { 0x0D }
    @inlinable public static var lineFeed: UInt8 { 0x0A }
    @inlinable public static var space: UInt8 { 0x20 }
    @inlinable public static var tab: UInt8 { 0x09 }

    @inlinable public var isDigit: Bool { self &- 0x30 < 10 }

    @inlinable public var isUppercaseLetter: Bool { self &- 0x41 < 26 }

    @inlinable public var isLowercaseLetter: Bool { self &- 0x61 < 26 }

    @inlinable public var isLetter: Bool { (self | 0x20).isLowercaseLetter }

    @inlinable public var isAlphanumeric: Bool { isDigit || isLetter }

    /// Letters in lower case, everything else as it is.
    @inlinable public var lowercased: UInt8 { isUppercaseLetter ? self | 0x20 : self }

    /// The value of a decimal digit, or nil.
    @inlinable public var digitValue: UInt8? { isDigit ? self &- 0x30 : nil }

    /// The value of a hexadecimal digit, or nil.
    @inlinable public var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// The digit, in lower case, of a value below 16.
    @inlinable public static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// The same in upper case, as percent-encoding has it.
    @inlinable public static func uppercaseHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
