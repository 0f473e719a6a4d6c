internal import FoundationEssentials
internal import Glibc

/// Bytes in the forms that RFCs and tokens write them in, made apart from the code under test.
package enum Bytes {
    package static func hex(_ text: String) -> [UInt8] {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: 2).map {
            UInt8(String(characters[$0..<$0 + 2]), radix: 16)!
        }
    }

    package static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
        let text = Data(bytes).base64EncodedString()
        return String(text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    package static func base64URL(_ text: String) -> String {
        base64URL(Array(text.utf8))
    }

    /// Where `wanted` first begins. By C's functions: a test's build takes long for Swift's own.
    static func offset(of wanted: String, in bytes: [UInt8], from start: Int = 0) -> Int? {
        var wanted = wanted
        return wanted.withUTF8 { wanted in
            bytes.withUnsafeBytes { bytes in
                offset(of: UnsafeRawBufferPointer(wanted), in: bytes, from: start)
            }
        }
    }

    private static func offset(
        of wanted: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int? {
        guard let base = bytes.baseAddress, let first = wanted.first else { return nil }
        var start = start
        while start + wanted.count <= bytes.count {
            let left = bytes.count - wanted.count - start + 1
            guard let found = memchr(base + start, Int32(first), left) else { return nil }
            start = UnsafeRawPointer(found) - base
            if memcmp(found, wanted.baseAddress!, wanted.count) == 0 { return start }
            start += 1
        }
        return nil
    }
}

/// Every text that differs from `text` in one position: another character there, one taken out, one put in.
package struct Mutations {
    private static let characters = Array("Aa0_-.=+/ \u{0}é".map(String.init)) + ["B", "z", "9"]

    /// One mutation, chosen by `generator`.
    package static func one(of text: String, using generator: inout SeededGenerator) -> String {
        var characters = text.map(String.init)
        let index = Int.random(in: 0..<characters.count, using: &generator)
        let other = Self.characters.filter { $0 != characters[index] }.randomElement(using: &generator)!
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: characters.remove(at: index)
        case 1: characters.insert(other, at: index)
        default: characters[index] = other
        }
        return characters.joined()
    }

    /// All texts with another character of base64url in one position.
    package static func replacements(in text: String) -> [String] {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.="
        return text.indices.flatMap { index in
            alphabet.filter { $0 != text[index] }.map { other in
                text.replacingCharacter(at: index, with: other)
            }
        }
    }
}

extension String {
    package func replacingCharacter(at target: Index, with other: Character) -> String {
        String(self[..<target]) + String(other) + String(self[index(after: target)...])
    }
}
