internal import Basics
internal import Crypto
internal import FoundationEssentials

/// The parameters that a Firebase project hashes passwords with, as its console shows them (`hash_config {
/// algorithm: SCRYPT, base64_signer_key: …, base64_salt_separator: …, rounds: 8, mem_cost: 14 }`) or as JSON.
struct HashConfig: Equatable {
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    private static let keyBytesMax = 128

    let signerKey: [UInt8]
    let separator: [UInt8]
    let rounds: Int
    let memoryCost: Int

    init(_ text: String) throws(Mistake) {
        let algorithm = try Self.value("algorithm", in: text)
        guard algorithm == "SCRYPT" else {
            throw Mistake(description: "algorithm is \(algorithm); only SCRYPT passwords can be imported")
        }
        signerKey = try Self.bytes("base64_signer_key", in: text)
        separator = try Self.bytes("base64_salt_separator", in: text)
        rounds = try Self.number("rounds", in: text)
        memoryCost = try Self.number("mem_cost", in: text)
        guard ForeignScheme.firebase(rounds: rounds, memoryCost: memoryCost).isAffordable else {
            throw Mistake(
                description: """
                    rounds \(rounds) and mem_cost \(memoryCost) are invalid for scrypt, or need more than 32 \
                    MiB for each sign-in; Firebase's are 8 and 14
                    """)
        }
    }

    func hash(_ hash: [UInt8], salt: [UInt8]) -> FirebaseHash {
        FirebaseHash(
            hash: hash, salt: salt, separator: separator, signerKey: signerKey, rounds: rounds,
            memoryCost: memoryCost)
    }

    private static func bytes(_ name: String, in text: String) throws(Mistake) -> [UInt8] {
        let value = try value(name, in: text)
        guard let data = Data(base64Encoded: value), (1...keyBytesMax).contains(data.count) else {
            throw Mistake(description: "\(name) is not base64 of 1 to \(keyBytesMax) bytes")
        }
        return Array(data)
    }

    private static func number(_ name: String, in text: String) throws(Mistake) -> Int {
        let value = try value(name, in: text)
        guard let number = Int(value) else { throw Mistake(description: "\(name) is not a number: \(value)") }
        return number
    }

    /// The value of a name, in either of the two forms.
    private static func value(_ name: String, in text: String) throws(Mistake) -> String {
        let parts = text.split { " \t\r\n,:\"{}".contains($0) }
        guard let index = parts.firstIndex(of: name[...]), index + 1 < parts.count else {
            throw Mistake(description: "\(name) is missing")
        }
        return String(parts[index + 1])
    }
}
