internal import Basics
internal import CSodium

/// Hashes and checks passwords with Argon2id (RFC 9106), at OWASP's 19 MiB and two passes.
///
/// Each call takes some 20 ms and its memory, so it belongs on the `BlockingPool`. Passwords are taken byte
/// for byte: how many pieces a client makes an accented letter of (RFC 8265) is the client's choice.
package struct PasswordHasher: Sendable {
    private let passes: UInt64
    private let memoryBytes: Int

    /// A stored form like any other that no password has: checked for an unknown e-mail, it takes the time of
    /// a known one. Its salt and result are random instead of computed, which costs nothing at the start.
    package let dummyHash: String

    private static let passesDefault = 2
    private static let memoryKibibytesDefault = 19_456

    package init(passes: Int = passesDefault, memoryKibibytes: Int = memoryKibibytesDefault) {
        Sodium.initialize()
        self.passes = UInt64(passes)
        memoryBytes = memoryKibibytes * 1024
        dummyHash = Self.dummyHash(passes: passes, memoryKibibytes: memoryKibibytes)
    }

    /// The text to store, salt and parameters included; nil when there is no memory for the work.
    package func hash(_ password: String) -> String? {
        let password = Self.characters(password)
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = crypto_pwhash_str_alg(
            &text, password, UInt64(password.count), passes, memoryBytes, crypto_pwhash_ALG_ARGON2ID13)
        guard status == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package func verify(_ password: String, against stored: String) -> Bool {
        let password = Self.characters(password)
        return stored.utf8.count < Int(crypto_pwhash_STRBYTES)
            && crypto_pwhash_str_verify(Self.padded(stored), password, UInt64(password.count)) == 0
    }

    /// Whether a stored hash was made with other parameters than today's, and should be made anew while the
    /// password is at hand.
    package func needsRehash(_ stored: String) -> Bool {
        stored.utf8.count >= Int(crypto_pwhash_STRBYTES)
            || crypto_pwhash_str_needs_rehash(Self.padded(stored), passes, memoryBytes) != 0
    }

    /// Other systems' Argon2id parameters; nil for invalid ones, and for ours.
    static func foreignScheme(of stored: String) -> ForeignScheme? {
        guard let settings = settings(of: stored), settings != ownSettings else { return nil }
        return .argon2id(memoryKibibytes: settings[0], passes: settings[1], lanes: settings[2])
    }

    package static func isOwn(_ stored: String) -> Bool { settings(of: stored) == ownSettings }

    private static let ownSettings = [memoryKibibytesDefault, passesDefault, 1]

    /// Memory, passes and lanes; nil for what isn't Argon2id's text, or has no salt or result.
    private static func settings(of stored: String) -> [Int]? {
        let parts = stored.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19",
            parts[4...].allSatisfy({ (11...86).contains($0.utf8.count) && $0.utf8.allSatisfy(isBase64) }),
            stored.utf8.count < Int(crypto_pwhash_STRBYTES)
        else { return nil }
        let settings = parts[3].split(separator: ",").map { $0.split(separator: "=") }
        let values = settings.compactMap { $0.count == 2 ? Int($0[1]) : nil }
        return settings.compactMap(\.first) == ["m", "t", "p"] && values.count == 3 ? values : nil
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }

    private static func characters(_ text: String) -> [CChar] {
        text.utf8.map(CChar.init(bitPattern:))
    }

    /// libsodium reads a field of fixed size.
    private static func padded(_ text: String) -> [CChar] {
        let characters = characters(text)
        return characters + Array(repeating: 0, count: Int(crypto_pwhash_STRBYTES) - characters.count)
    }

    /// Argon2's own text form, as `crypto_pwhash_str` writes it: unpadded base64 of 16 bytes of salt and 32
    /// of result.
    package static func dummyHash(passes: Int, memoryKibibytes: Int, lanes: Int = 1) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        func random(_ byteCount: Int) -> String {
            let (full, rest) = (byteCount / 3 * 4, byteCount % 3)
            var text = Randomness.bytes(full + rest + 1).map { alphabet[Int($0 & 63)] }
            // The last character carries 4 or 2 bits; those below them must be 0.
            text[text.count - 1] = UInt8(ascii: "A")
            return String(decoding: text, as: UTF8.self)
        }
        return "$argon2id$v=19$m=\(memoryKibibytes),t=\(passes),p=\(lanes)$\(random(16))$\(random(32))"
    }
}
