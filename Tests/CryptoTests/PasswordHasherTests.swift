import Crypto
import Testing

@Suite struct PasswordHasherTests {
    /// Cheap, where the cost is not the point.
    private let cheap = PasswordHasher(passes: 1, memoryKibibytes: 64)

    @Test func `stores Argon2id with 19 MiB and two passes`() throws {
        let hasher = PasswordHasher()
        let stored = try #require(hasher.hash("correct horse battery"))
        #expect(stored.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(stored.utf8.count < 128)
        #expect(hasher.verify("correct horse battery", against: stored))
        #expect(!hasher.verify("correct horse batterz", against: stored))
        #expect(!hasher.needsRehash(stored))
    }

    @Test(arguments: ["", "ünïcödé 🏴‍☠️", "with\u{0}nul", String(repeating: "x", count: 512)])
    func `tells every password from another`(password: String) throws {
        let stored = try #require(cheap.hash(password))
        #expect(cheap.verify(password, against: stored))
        #expect(!cheap.verify(password + "x", against: stored))
        #expect(!cheap.verify(password + "\u{0}", against: stored))
        #expect(cheap.hash(password) != stored)
    }

    @Test func `wants a hash made anew when the parameters rise`() throws {
        let stored = try #require(cheap.hash("password of old"))
        #expect(!cheap.needsRehash(stored))
        #expect(PasswordHasher(passes: 2, memoryKibibytes: 64).needsRehash(stored))
        #expect(PasswordHasher(passes: 1, memoryKibibytes: 128).needsRehash(stored))
        #expect(PasswordHasher(passes: 2, memoryKibibytes: 64).verify("password of old", against: stored))
    }

    @Test(arguments: ["", "nonsense", "$argon2id$v=19$m=64,t=1,p=1$", String(repeating: "$", count: 300)])
    func `verifies nothing against what is no hash`(stored: String) {
        #expect(!cheap.verify("password", against: stored))
        #expect(cheap.needsRehash(stored))
    }

    @Test func `has a dummy of today's parameters that no password opens`() {
        for hasher in [cheap, PasswordHasher()] {
            #expect(!hasher.needsRehash(hasher.dummyHash))
            #expect(!hasher.verify("", against: hasher.dummyHash))
            #expect(!hasher.verify("correct horse battery", against: hasher.dummyHash))
        }
    }

    @Test func `does the work for the dummy that it does for a hash`() throws {
        let hasher = PasswordHasher()
        let stored = try #require(hasher.hash("correct horse battery"))
        func time(_ stored: String) -> Duration {
            ContinuousClock().measure { _ = hasher.verify("wrong", against: stored) }
        }
        // In turn, and the fastest of each: other tests keep the machine busy meanwhile.
        let pairs = (0..<7).map { _ in (time(stored), time(hasher.dummyHash)) }
        #expect(pairs.map(\.1).min()! > pairs.map(\.0).min()! / 3)
    }
}
