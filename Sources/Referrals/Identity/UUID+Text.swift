package import FoundationEssentials

extension UUID {
    /// Lower-case, as every id is written. Foundation's own text is upper-case and costs a pass more.
    package var lowercaseText: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var place = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = Self.hexDigit(byte >> 4)
                    text[place + 1] = Self.hexDigit(byte & 15)
                    place += 2
                }
                return 36
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
