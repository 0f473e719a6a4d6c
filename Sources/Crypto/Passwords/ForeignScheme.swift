internal import FoundationEssentials

/// How another system hashed a password, and how dear that is: all that decides how long a check takes.
package enum ForeignScheme: Hashable, Sendable {
    /// Firebase's scrypt; scrypt's N is two to the power of `memoryCost`.
    case firebase(rounds: Int, memoryCost: Int)
    case bcrypt(cost: Int)
    /// Argon2id as others set it.
    case argon2id(memoryKibibytes: Int, passes: Int, lanes: Int)

    /// Kinds of one installation at most: every wrong password is checked by each of them.
    package static let countMax = 4
    /// Checks that take more than a password of our own by far are refused when they are imported: what
    /// strangers can make the service do is bounded.
    private static let bcryptCosts = 4...12
    private static let memoryBytesMax = 64 << 20

    /// As in `password_schemes`; nil for an invalid value.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int($0) }
        switch (parts.first, numbers.count) {
        case ("firebase-scrypt", 2): self = .firebase(rounds: numbers[0], memoryCost: numbers[1])
        case ("bcrypt", 1): self = .bcrypt(cost: numbers[0])
        case ("argon2id", 3):
            self = .argon2id(memoryKibibytes: numbers[0], passes: numbers[1], lanes: numbers[2])
        default: return nil
        }
        guard parts.count == numbers.count + 1, isAffordable else { return nil }
    }

    package var text: String {
        switch self {
        case .firebase(let rounds, let memoryCost): "firebase-scrypt:\(rounds):\(memoryCost)"
        case .bcrypt(let cost): "bcrypt:\(cost)"
        case .argon2id(let memory, let passes, let lanes): "argon2id:\(memory):\(passes):\(lanes)"
        }
    }

    package var isAffordable: Bool {
        switch self {
        case .firebase(let rounds, let memoryCost):
            (1...32).contains(rounds) && (1...16).contains(memoryCost)
                && 128 * rounds << memoryCost <= Self.memoryBytesMax / 2
        case .bcrypt(let cost): Self.bcryptCosts.contains(cost)
        case .argon2id(let memory, let passes, let lanes):
            (1...16).contains(lanes) && (1...16).contains(passes)
                && (8 * lanes...Self.memoryBytesMax / 1024).contains(memory)
                && memory * passes <= 4 * Self.memoryBytesMax / 1024
        }
    }

    /// Does the work of a check, for nothing: a wrong answer takes the same time whatever was looked at.
    package func spend(on password: String, _ hasher: PasswordHasher) {
        switch self {
        case .firebase(let rounds, let memoryCost):
            _ = FirebaseHash(
                hash: Array(repeating: 0, count: 64), salt: Array(repeating: 0, count: 10), separator: [0],
                signerKey: Array(repeating: 0, count: 64), rounds: rounds, memoryCost: memoryCost
            ).matches(password)
        case .bcrypt(let cost): _ = BcryptHash.dummy(cost: cost).matches(password)
        case .argon2id(let memory, let passes, let lanes):
            _ = hasher.verify(
                password,
                against: PasswordHasher.dummyHash(passes: passes, memoryKibibytes: memory, lanes: lanes))
        }
    }
}
