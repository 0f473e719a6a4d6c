internal import Basics

/// An Android browser's device in its User-Agent: `(Linux; Android 14; Pixel 8 Build/…)`.
struct AndroidAgent {
    private(set) var osVersion: String?
    private(set) var model: String?

    /// Reduced user agents say `Android 10; K` of every device, which is neither.
    init(_ bytes: [UInt8]) {
        guard let start = Self.versionStart(in: bytes) else { return }
        let parts = bytes[start...].prefix { $0 != UInt8(ascii: ")") }.split(separator: UInt8(ascii: ";"))
        let texts = parts.map { Self.trimmed($0) }
        let model = texts.dropFirst().first { !Self.isAside($0) }.flatMap(Self.modelName)
        guard let version = texts.first, model != "K" else { return }
        self.model = model
        osVersion = version.utf8.count <= 16 ? version : nil
    }

    /// Where the number after `Android` begins.
    private static func versionStart(in bytes: [UInt8]) -> Int? {
        let name = Array("android ".utf8)
        guard bytes.count > name.count else { return nil }
        return (name.count..<bytes.count).first { end in
            bytes[end].isDigit
                && bytes[(end - name.count)..<end].elementsEqual(name) { $0.lowercased == $1 }
        }
    }

    /// Before the model stand a language in old browsers, or Firefox's `Mobile` and `rv:`.
    private static func isAside(_ part: String) -> Bool {
        ["U", "wv", "Mobile", "Tablet"].contains(part) || part.hasPrefix("rv:") || isLanguage(part)
    }

    private static func isLanguage(_ part: String) -> Bool {
        let isPlain = part.utf8.prefix(2).allSatisfy { $0.isLowercaseLetter }
        return isPlain && (part.utf8.count == 2 || part.utf8.count == 5 && part.dropFirst(2).first == "-")
    }

    private static func modelName(_ part: String) -> String? {
        let build = Array(part.utf8).firstRange(of: Array(" Build".utf8))
        let name = trimmed(part.utf8.prefix(build?.lowerBound ?? .max))
        let isPlain = name.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        return isPlain && (1...64).contains(name.utf8.count) ? name : nil
    }

    private static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> String {
        let rest = text.drop { $0 == UInt8(ascii: " ") }
        guard let last = rest.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return "" }
        return String(decoding: rest[...last], as: UTF8.self)
    }
}
