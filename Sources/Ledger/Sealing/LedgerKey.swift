internal import Basics
package import Crypto

/// The secret that the ledger's entries are sealed with, which is nowhere in the database.
package struct LedgerKey: Sendable, CustomStringConvertible {
    package static let byteCount = 32

    /// The secret to keep.
    package let bytes: [UInt8]
    /// Names the key beside what it sealed; says nothing of it.
    package let id: Int32
    /// A value that only the key's holder can compute: a database recognises its key by it.
    package let proof: [UInt8]
    let chaining: [UInt8]
    let tagging: [UInt8]
    let redacting: [UInt8]
    let causing: [UInt8]
    /// Signs statements. The public half verifies them, but can't sign.
    package let signing: SigningKey

    package var description: String { "LedgerKey(\(id))" }

    /// A new one, from random.
    package init() {
        self.init(checkedBytes: Randomness.bytes(Self.byteCount))
    }

    /// Nil unless `text` is 64 hexadecimal digits.
    package init?(hexadecimal text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == Self.byteCount else { return nil }
        self.init(checkedBytes: bytes)
    }

    private init(checkedBytes bytes: [UInt8]) {
        Sodium.initialize()
        func derived(_ purpose: String, _ count: Int = 32) -> [UInt8] {
            BLAKE2b.hash(Array("shipmate ledger \(purpose)".utf8), key: bytes, byteCount: count)
        }
        self.bytes = bytes
        id = derived("key id").prefix(4).reduce(0) { $0 << 8 | Int32($1) }
        proof = derived("proof")
        chaining = derived("chain")
        tagging = derived("tag")
        redacting = derived("redact")
        causing = derived("cause")
        signing = SigningKey(seed: derived("statement"))!
    }

    /// As it is kept in a file or given in the environment.
    package var hexadecimal: String {
        Hexadecimal.text(bytes)
    }
}
