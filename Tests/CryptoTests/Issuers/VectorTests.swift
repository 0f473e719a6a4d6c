import Basics
import Crypto
import FoundationEssentials
import Testing

/// Others' vectors: the RFCs', and a part of Wycheproof's, which are there for mistakes that others have
/// made.
@Suite struct VectorTests {
    private struct Standards: Decodable {
        let tokens: [Token]

        struct Token: Decodable {
            let comment: String
            let key: Key
            let jws: String
        }
    }

    private struct Wycheproof: Decodable {
        let tokens: [Group<Token>]
        let signatures: [Group<Signature>]

        struct Group<Test: Decodable>: Decodable {
            let key: Key
            let tests: [Test]
        }

        struct Token: Decodable {
            let id: Int
            let comment: String
            let jws: String
            let valid: Bool
        }

        struct Signature: Decodable {
            let id: Int
            let comment: String
            let message: String
            let signature: String
            let valid: Bool
        }
    }

    /// A key as it stands there.
    private struct Key: Decodable {
        let members: [String: String]
        let lists: [String: [String]]

        init(from decoder: any Decoder) throws {
            let values = try decoder.singleValueContainer().decode([String: Value].self)
            members = values.compactMapValues(\.text)
            lists = values.compactMapValues(\.list)
        }

        private struct Value: Decodable {
            let text: String?
            let list: [String]?

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                text = try? value.decode(String.self)
                list = try? value.decode([String].self)
            }
        }

        /// - Parameter otherwise: what stands for a kid and an algorithm that the vectors make up.
        func set(_ otherwise: [String: String?] = [:]) -> KeySet? {
            var members = members
            for (name, value) in otherwise { members[name] = value }
            let texts = members.map { "\"\($0.key)\":\"\($0.value)\"" }
            let arrays = lists.map {
                "\"\($0.key)\":[\($0.value.map { "\"\($0)\"" }.joined(separator: ","))]"
            }
            return KeySet(json: Array("{\"keys\":[{\((texts + arrays).joined(separator: ","))}]}".utf8))
        }
    }

    private func vectors<Value: Decodable>(_ name: String, _ type: Value.Type) throws -> Value {
        let end = #filePath.lastIndex(of: "/") ?? #filePath.endIndex
        let text = try String(contentsOfFile: "\(#filePath[..<end])/Vectors/\(name).json", encoding: .utf8)
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func isGood(_ jws: String, _ keys: KeySet?) -> Bool {
        guard let keys, let token = SignedToken(jws.utf8) else { return false }
        return token.payload(signedBy: keys) != nil
    }

    @Test func `the standards' own examples are signed as they say`() throws {
        let tokens = try vectors("rfc", Standards.self).tokens
        #expect(tokens.count == 4)
        for token in tokens {
            #expect(isGood(token.jws, token.key.set()), "\(token.comment)")
            let (dot, last) = (token.jws.lastIndex(of: ".")!, token.jws.last!)
            let changed =
                token.jws[...dot] + (token.jws[dot...].dropFirst().first == "A" ? "B" : "A")
                + token.jws[dot...].dropFirst(2)
            #expect(!isGood(String(changed), token.key.set()), "\(token.comment), changed")
            #expect(!isGood(String(token.jws.dropLast()), token.key.set()), "\(token.comment), less \(last)")
        }
    }

    @Test func `tokens that are wrong in ways known to Wycheproof are refused, and right ones taken`() throws
    {
        var (taken, refused) = (0, 0)
        for group in try vectors("wycheproof", Wycheproof.self).tokens {
            let isOurs = ["RS256", "ES256"].contains(group.key.members["alg"] ?? "")
            for test in group.tests {
                let isTaken = isGood(test.jws, group.key.set())
                // What is signed otherwise, or by a secret, is refused though it be right.
                #expect(isTaken == (test.valid && isOurs), "\(test.id): \(test.comment)")
                if isTaken { taken += 1 } else { refused += 1 }
            }
        }
        #expect(taken >= 8 && refused >= 100)
    }

    @Test func `signatures that are wrong in ways known to Wycheproof are refused, and right ones taken`()
        throws
    {
        var counts: [String: Int] = [:]
        for group in try vectors("wycheproof", Wycheproof.self).signatures {
            let set = try #require(group.key.set(["kid": nil]), "\(group.key.members)")
            let algorithm: SignatureAlgorithm =
                switch group.key.members["kty"] {
                case "RSA": .rs256
                case "EC": .es256
                default: .edDSA
                }
            let key = try #require(set.key(named: nil, for: algorithm))
            for test in group.tests {
                let message = try #require(Hexadecimal.bytes(test.message))
                let signature = try #require(Hexadecimal.bytes(test.signature))
                #expect(
                    key.verifies(signature, of: message) == test.valid,
                    "\(algorithm) \(test.id): \(test.comment)")
                counts["\(algorithm) \(test.valid)", default: 0] += 1
            }
        }
        #expect(counts.count == 6 && counts.values.allSatisfy { $0 >= 5 }, "\(counts)")
    }
}
