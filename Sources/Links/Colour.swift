internal import Basics

/// A colour of a screen, such as `#0b5cad`.
package struct Colour: Equatable, Sendable, CustomStringConvertible {
    package static let white = Colour(red: 255, green: 255, blue: 255)
    package static let black = Colour(red: 0, green: 0, blue: 0)
    /// The minimum contrast of text. Source: WCAG 2.2, 1.4.3.
    package static let contrastMin = 4.5

    private let red, green, blue: UInt8

    private init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Takes `#` and six hexadecimal digits; nil for anything else.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst().compactMap(\.hexValue)
        guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, digits.count == 6 else {
            return nil
        }
        let bytes = stride(from: 0, to: 6, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    package var description: String {
        let digits = [red, green, blue].flatMap { [$0 >> 4, $0 & 15] }.map { String($0, radix: 16) }
        return "#" + digits.joined()
    }

    /// From 1 to 21. Source: WCAG 2.2, "contrast ratio".
    package func contrast(with other: Colour) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The colour itself where it can be read on `ground`, else the first shade on its way to `end` that can.
    package func readable(on ground: Colour, towards end: Colour) -> Colour {
        let shades = (0...100).lazy.map { mixed(with: end, percent: $0) }
        return shades.first { $0.contrast(with: ground) >= Self.contrastMin } ?? end
    }

    private func mixed(with other: Colour, percent: Int) -> Colour {
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8((Int(from) * (100 - percent) + Int(to) * percent) / 100)
        }
        return Colour(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    private var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// Source: WCAG 2.2, "relative luminance".
    private static func linear(_ byte: UInt8) -> Double {
        let value = Double(byte) / 255
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        return base * base * fifthRoot(of: base * base)
    }

    /// By Newton: the module does without C's `pow`.
    ///
    /// - Parameter value: above 0, at most 1.
    private static func fifthRoot(of value: Double) -> Double {
        var root = 1.0
        for _ in 0..<40 { root -= (root - value / (root * root * root * root)) / 5 }
        return root
    }
}
