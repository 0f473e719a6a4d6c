internal import CPasswords
internal import FoundationEssentials

/// A password as Firebase hashed it (https://github.com/firebase/scrypt), with all that a check needs: the
/// project's parameters are the same in all of them.
package struct FirebaseHash: Equatable, Sendable {
    package static let prefix = "$firebase-scrypt$"

    package let hash: [UInt8]
    package let salt: [UInt8]
    package let separator: [UInt8]
    package let signerKey: [UInt8]
    package let rounds: Int
    package let memoryCost: Int

    /// - Parameter memoryCost: scrypt's N is two to the power of it.
    package init(
        hash: [UInt8], salt: [UInt8], separator: [UInt8], signerKey: [UInt8], rounds: Int, memoryCost: Int
    ) {
        self.hash = hash
        self.salt = salt
        self.separator = separator
        self.signerKey = signerKey
        self.rounds = rounds
        self.memoryCost = memoryCost
    }

    /// Reads what `text` wrote.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: "$", omittingEmptySubsequences: false)
        let costs = parts.first?.split(separator: ",").compactMap { Int($0.drop { !$0.isNumber }) } ?? []
        let bytes = parts.dropFirst().compactMap { Data(base64Encoded: String($0)).map(Array.init) }
        guard parts.count == 5, costs.count == 2, bytes.count == 4 else { return nil }
        self.init(
            hash: bytes[3], salt: bytes[0], separator: bytes[1], signerKey: bytes[2], rounds: costs[1],
            memoryCost: costs[0])
    }

    /// The stored value.
    package var text: String {
        let parts = [salt, separator, signerKey, hash].map { Data($0).base64EncodedString() }
        return Self.prefix + (["ln=\(memoryCost),r=\(rounds)"] + parts).joined(separator: "$")
    }

    package var scheme: ForeignScheme { .firebase(rounds: rounds, memoryCost: memoryCost) }

    package func matches(_ password: String) -> Bool {
        let password = Array(password.utf8)
        let salt = self.salt + separator
        var isMade = false
        let made = [UInt8](unsafeUninitializedCapacity: signerKey.count) { buffer, count in
            isMade = shipmate_firebase_scrypt(
                password, password.count, salt, salt.count, 1 << UInt64(memoryCost), UInt64(rounds),
                signerKey,
                signerKey.count, buffer.baseAddress)
            count = isMade ? signerKey.count : 0
        }
        return isMade && Sodium.areEqual(made, hash)
    }
}
