internal import Basics
internal import CPasswords

/// A password as bcrypt hashed it, in the text form that all of its libraries write: `$2b$12$…`.
package struct BcryptHash: Equatable, Sendable {
    private static let length = 60
    private static let alphabet = Set("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    package let text: String
    package let cost: Int

    /// Nil for what no library writes today; `$2x$` and `$2$` were mistakes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.length, ["$2a$", "$2b$", "$2y$"].contains(String(text.prefix(4))),
            let cost = Int(text.dropFirst(4).prefix(2)), bytes[6] == UInt8(ascii: "$"),
            bytes[7...].allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.text = text
        self.cost = cost
    }

    package var scheme: ForeignScheme { .bcrypt(cost: cost) }

    /// One that no password has.
    static func dummy(cost: Int) -> BcryptHash {
        let digits = cost < 10 ? "0\(cost)" : "\(cost)"
        return BcryptHash("$2b$\(digits)$" + String(repeating: ".", count: 53))!
    }

    /// bcrypt looks at 72 bytes, and stops at a zero.
    package func matches(_ password: String) -> Bool {
        guard !password.utf8.contains(0) else { return false }
        var made = [CChar](repeating: 0, count: 128)
        guard shipmate_crypt(password, text, &made, made.count) else { return false }
        return Sodium.areEqual(made.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), Array(text.utf8))
    }
}
