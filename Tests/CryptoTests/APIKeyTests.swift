import FoundationEssentials
import TestSupport
import Testing

@testable import Crypto

@Suite struct APIKeyTests {
    /// Computed with Python's hashlib from the definition.
    private let known = "sk_AZjwAAAAcACAAAAAAAAACg.ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM"
    private let knownHash = "0ad7cbd51bb0371b8d47f5f6fa814c86a43f46f79e906f369f98f374e211fe31"

    @Test func `reads and hashes a key as it always has`() throws {
        let key = try #require(APIKey(known))
        #expect(key.id.uuidString == "0198F000-0000-7000-8000-00000000000A")
        #expect(key.text == known)
        #expect(key.matches(SecretHash(bytes: Bytes.hex(knownHash))!))
    }

    @Test func `refuses text of another form`() {
        let texts = [
            "", "sk_", "sk_.", String(known.dropFirst(3)), "rt_" + known.dropFirst(3), known + "A",
            known + "=",
            String(known.dropLast()), known.replacing(".", with: "_"), known.replacing(".", with: ".."),
            known.replacing("-", with: "+"), String(repeating: "a", count: 1_000_000),
            known.replacing("Cg.", with: "Ch."), known.dropLast() + "N",
        ]
        for text in texts { #expect(APIKey(text) == nil, "\(text.prefix(200))") }
    }

    private let tagKey = RootSecret().subkey(for: .apiKeys)

    @Test func `knows its own tag, and no invented one`() throws {
        let key = APIKey(id: UUID(), key: tagKey)
        #expect(key.isGenuine(key: tagKey) && !key.isGenuine(key: RootSecret().subkey(for: .apiKeys)))
        #expect(try !#require(APIKey(known)).isGenuine(key: tagKey))
    }

    @Test func `comes back whole, and matches nothing after one random change`() {
        var generator = SeededGenerator("API keys")
        for _ in 0..<2000 {
            let key = APIKey(id: UUID(), key: tagKey)
            #expect(APIKey(key.text) == key)
            #expect(key.matches(key.hash))
            guard let mutated = APIKey(Mutations.one(of: key.text, using: &generator)) else { continue }
            #expect(!mutated.matches(key.hash), "seed \(generator.seed)")
        }
    }

    @Test func `has the scopes of the command line, and no secret in print`() {
        #expect(APIKey.Scope.allCases.map(\.rawValue) == ["admin", "server", "read", "links", "branch"])
        #expect("\(APIKey(known)!)" == "APIKey(0198F000-0000-7000-8000-00000000000A)")
    }
}
