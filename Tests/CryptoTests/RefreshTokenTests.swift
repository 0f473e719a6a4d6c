import Crypto
import FoundationEssentials
import TestSupport
import Testing

@Suite struct RefreshTokenTests {
    private let key = RootSecret(bytes: Array(0..<32))!.subkey(for: .refreshTokens)

    /// Computed with Python's hashlib from the definition.
    private let known =
        "rt_AZjwAAAAcACAAAAAAAAACgGY8AAAAHAAgAAAAAAAAAsAAQIDBAUGBwgJCgsMDQ4PPSrMq4c8DVagfe3Jl37NHQ"
    private let knownHash = "d584aefd37cd534d078d1d26fa9c445860ca3a10e5729e60b7147e1bf789ba94"
    private let knownSuccessor =
        "rt_AZjwAAAAcACAAAAAAAAACgGY8AAAAHAAgAAAAAAAAAtwVZRDUEkObMtHyiugtSb1PI7H5ZfeuFpC62OhU4_Akg"

    @Test func `reads, hashes and continues a token as it always has`() throws {
        let token = try #require(RefreshToken(known))
        #expect(token.uid.uuidString == "0198F000-0000-7000-8000-00000000000A")
        #expect(token.sid.uuidString == "0198F000-0000-7000-8000-00000000000B")
        #expect(token.text == known)
        #expect(token.hash == SecretHash(bytes: Bytes.hex(knownHash)))
        #expect(token.isGenuine(key: key))
        #expect(token.successor(key: key).text == knownSuccessor)
    }

    @Test func `continues with the same ids and another secret, the same each time`() {
        let token = RefreshToken(uid: UUID(), sid: UUID(), key: key)
        let successor = token.successor(key: key)
        #expect(successor.uid == token.uid && successor.sid == token.sid)
        #expect(successor != token && successor.hash != token.hash)
        #expect(successor == token.successor(key: key))
        #expect(successor.isGenuine(key: key))
        let otherKey = RootSecret().subkey(for: .refreshTokens)
        #expect(successor != token.successor(key: otherKey))
        #expect(!token.isGenuine(key: otherKey))
    }

    @Test func `never gives two sessions the same token`() {
        let (uid, sid) = (UUID(), UUID())
        #expect(RefreshToken(uid: uid, sid: sid, key: key) != RefreshToken(uid: uid, sid: sid, key: key))
    }

    @Test func `refuses text of another form`() {
        let texts = [
            "", "rt_", String(known.dropFirst(3)), "sk_" + known.dropFirst(3), "RT_" + known.dropFirst(3),
            known + "A",
            known + "=", String(known.dropLast()), " " + known, known + " ",
            "rt_" + String(repeating: "é", count: 43),
            String(repeating: "a", count: 1_000_000), "rt_" + String(repeating: "=", count: 86),
            // The last character has four bits beyond the last byte.
            known.dropLast() + "R",
        ]
        for text in texts { #expect(RefreshToken(text) == nil, "\(text.prefix(200))") }
    }

    @Test func `comes back whole, and is no token of ours after one random change`() {
        var generator = SeededGenerator("refresh tokens")
        for _ in 0..<2000 {
            let token = RefreshToken(uid: UUID(), sid: UUID(), key: key)
            #expect(RefreshToken(token.text) == token)
            guard let mutated = RefreshToken(Mutations.one(of: token.text, using: &generator)) else {
                continue
            }
            let isRefused = mutated.hash != token.hash && !mutated.isGenuine(key: key)
            #expect(isRefused, "seed \(generator.seed)")
        }
    }

    @Test func `says nothing secret when printed`() {
        #expect("\([RefreshToken(known)!])" == "[RefreshToken(secret)]")
    }
}
