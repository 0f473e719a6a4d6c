import FoundationEssentials
import Glibc
import Testing

@testable import Crypto

/// Passwords as other systems hashed them.
@Suite struct ForeignHashTests {
    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64)!) }

    /// The sample of Firebase's own description: https://github.com/firebase/scrypt.
    private static let firebase = FirebaseHash(
        hash: bytes(
            "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="),
        salt: bytes("42xEC+ixf3L2lw=="), separator: bytes("Bw=="),
        signerKey: bytes(
            "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="),
        rounds: 8, memoryCost: 14)

    @Test func `Firebase's published sample is right, and nothing else is`() throws {
        #expect(Self.firebase.matches("user1password"))
        #expect(!Self.firebase.matches("user1passwore") && !Self.firebase.matches(""))
        // All of it is in the text that is stored.
        guard case .foreign(.firebase(let read)) = StoredPassword(Self.firebase.text) else {
            Issue.record("it isn't read")
            return
        }
        #expect(read == Self.firebase && read.scheme == .firebase(rounds: 8, memoryCost: 14))
        #expect(read.matches("user1password"))
    }

    @Test(
        arguments: [
            // Of crypt_blowfish's own tests.
            ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U"),
            ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", "U*U*"),
            ("$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a", "U*U*U"),
            ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy", ""),
            // Of Argon2's: one lane, and two.
            (
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "password"
            ),
            (
                "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
                "password"
            ),
        ])
    func `published hashes are right for their passwords alone`(text: String, password: String) throws {
        let stored = try #require(StoredPassword(portable: text))
        let check = PasswordCheck(hasher: PasswordHasher(passes: 1, memoryKibibytes: 64), foreign: [])
        #expect(check.isRight(password, for: stored))
        #expect(!check.isRight(password + "x", for: stored) && !check.isRight(password + "\0", for: stored))
        #expect(stored.text == text && stored.isToReplace(by: PasswordHasher()))
        #expect(StoredPassword(text).text == text)
    }

    @Test(
        arguments: [
            "", "!", "password", "$2a$13$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe",
            "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe:",
            "$2a$x5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "$argon2id$v=19$m=131072,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=65536,t=9,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$", "$6$salt$hash",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPP!",
        ])
    func `what is no hash, or is too dear to check, is none`(text: String) {
        #expect(StoredPassword(portable: text) == nil)
    }

    @Test func `a kind is told from its text, and is none beyond what a sign-in may cost`() {
        let kinds: [ForeignScheme] = [
            .firebase(rounds: 8, memoryCost: 14), .bcrypt(cost: 12),
            .argon2id(memoryKibibytes: 65_536, passes: 3, lanes: 4),
        ]
        for kind in kinds { #expect(ForeignScheme(kind.text) == kind) }
        for text in [
            "", "bcrypt", "bcrypt:x", "bcrypt:12:1", "bcrypt:13", "bcrypt:3", "firebase-scrypt:8:16",
            "firebase-scrypt:0:14", "firebase-scrypt:8:99999999999999999999", "argon2id:65537:1:1",
            "argon2id:65536:5:1", "argon2id:1:1:1", "argon2id:65536:1:9223372036854775807",
            "firebase-scrypt:32:14",
        ] { #expect(ForeignScheme(text) == nil, "\(text)") }
    }

    @Test func `an account without a password lets nobody in`() {
        let check = PasswordCheck(hasher: PasswordHasher(passes: 1, memoryKibibytes: 64), foreign: [])
        for password in ["", "!", "password"] { #expect(!check.isRight(password, for: StoredPassword("!"))) }
    }

    /// As many hashes of each kind, whoever is asked for: by the processor's time, as nothing else shows.
    @Test func `a wrong password takes as long for every kind of account`() throws {
        let hasher = PasswordHasher()
        let bcrypt = "$2a$08$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        let own = try #require(hasher.hash("a parrot named Sam"))
        let kinds = [own, Self.firebase.text, bcrypt, "!"].map(StoredPassword.init)
        let check = PasswordCheck(
            hasher: hasher, foreign: [.firebase(rounds: 8, memoryCost: 14), .bcrypt(cost: 8)])
        var times: [[Int]] = kinds.map { _ in [] }
        for _ in 0..<15 {
            for (place, kind) in kinds.enumerated() {
                let start = Self.processorNanoseconds
                #expect(!check.isRight("another", for: kind))
                times[place].append(Self.processorNanoseconds - start)
            }
        }
        // The quickest of each: whatever else the machine does only adds.
        let quickest = times.compactMap { $0.min() }
        let (least, most) = (try #require(quickest.min()), try #require(quickest.max()))
        #expect(most - least < least / 4, "\(quickest)")
    }

    /// This thread's: nothing here waits.
    private static var processorNanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
