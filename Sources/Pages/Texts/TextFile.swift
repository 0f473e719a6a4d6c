internal import Resources

/// The texts of one language as its file has them: `key = text`, one a line.
///
/// Blank lines, and lines that begin with `#`, are for readers of the file. In a text `~` is a space
/// without a line break, and `|` a possible one. Japanese has no spaces, and a browser without phrase
/// support would break lines within words.
///
/// `Key` has a case for each text.
package struct TextFile<Key: CaseIterable & Hashable> {
    package struct Mistakes: Error, Equatable {
        package let all: [String]
    }

    /// In the order of the keys.
    package let texts: [String]

    /// - Parameter name: of a file that the binary carries.
    package init(named name: String) throws(Mistakes) {
        try self.init(Resource.bytes(name))
    }

    package init(_ bytes: [UInt8]) throws(Mistakes) {
        var mistakes: [String] = []
        let keys = Self.keys
        var found: [Key: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            guard let (name, text) = Self.parts(of: line), let key = keys[name] else {
                mistakes.append("no text: \(line)")
                continue
            }
            if found.updateValue(text, forKey: key) != nil { mistakes.append("twice: \(name)") }
        }
        mistakes += Key.allCases.filter { found[$0] == nil }.map { "missing: \($0)" }
        guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
        texts = Key.allCases.compactMap { found[$0] }
    }

    /// Nil for a line without a name or without a text.
    private static func parts(of line: Substring) -> (name: String, text: String)? {
        guard let range = line.firstRange(of: " = "), range.upperBound < line.endIndex else { return nil }
        let text = line[range.upperBound...].replacing("~", with: "\u{A0}").replacing("|", with: "\u{200B}")
        return (String(line[..<range.lowerBound]), String(text))
    }

    private static var keys: [String: Key] {
        Dictionary(uniqueKeysWithValues: Key.allCases.map { ("\($0)", $0) })
    }
}
