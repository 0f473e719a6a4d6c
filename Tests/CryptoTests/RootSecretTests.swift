import TestSupport
import Testing

@testable import Crypto

@Suite struct RootSecretTests {
    /// Computed with Python's hashlib from libsodium's definition, of the bytes 0 to 31.
    private static let known: [(Subkey.Purpose, String)] = [
        (.refreshTokens, "8fa552e7602eebc045843abccd7dd54dd02451a4423bfbe3f6631ca326757526"),
        (.idempotencyKeys, "63c0071136458493b2c69405d54d7a53b9cc3d6495581a12a6daa7ac34437e80"),
        (.fingerprints, "9e25b1d56ddc589f74a9d37f0f0443311d016d2185bbb3bafe5bcec9874bd504"),
        (.inviteCodes, "646ded46a17c2cbd3a5ebace6dbb58fc2bcf49f8f701063a59a6e35a5e6e04a8"),
        (.claimKeys, "a1ab73f17f3ec7b203c39dce14234822139d2a5a1ef7c17b20c2138e244fd0b1"),
        (.longLinkCards, "40d70cb37212383bf5fc33e1296476f01ff9fbf8b1f6df9099314d202a061737"),
        (.knownAddresses, "f0eef919f7547e24e87b99de661b19c4aa682d63bdb555f8f7910c823bfab95a"),
        (.rateLimits, "62784af4f17367f682bc19ccae18555a63f5f83916c19ee18e41137c10c7651d"),
        (.claimReceipts, "055f5e69b05dd21a72d1d0634f6124727a1f76a07e0e07e9e6d391211423c33c"),
        (.signUpFingerprints, "9ca4580bde3b07b9bc5e24b4484ad1df4f6c8f415337207ef240844acc13bb69"),
        (.pastEmails, "6d83317e44aa3134dcf4d871036ac526091d9968043f641f415d4885bc242f9e"),
        (.proofs, "1067504c8e1901aac10d96c255d65e0fd3555dbd5983dce87e4e57410a5b1d3d"),
        (.mailTokens, "35ced0fd7830ee2e824e226ac8184438204dc22d8c8d6e548065c48f36a21c45"),
        (.apiKeys, "5e36839583eb719a72ef41901d3be11973205cfee07be48b48a87d65a56fd2a7"),
        (.webhooks, "b63e28519550c4984b6e85d6b8bd49dd0a1bbcbdd2cdbf93108e1fb9800009a7"),
        (.streamTickets, "bb375507f03ac505c5e4d4fbd4283a256c03fc6bdf5127dd1956ab26a0ceff32"),
        (.secondFactors, "3f36256f2a6e662ebfbdfed37cad35d1989c6aec9327adfb31ea0a0eb90097f6"),
        (.consoleTokens, "400c7c29a533f70c7c89028fe1a4eca09c2d4db848e69f61378f0ce886c78958"),
        (.installKeys, "ddc102ec761d3a55c2f8576d5ca51e45c3ba76c54503b381b76e68dac3a3f0a7"),
    ]

    @Test func `derives the keys that it always has`() throws {
        let root = try #require(RootSecret(bytes: Array(0..<32)))
        #expect(Set(Self.known.map(\.0)) == Set(Subkey.Purpose.allCases))
        for (purpose, key) in Self.known {
            #expect(root.subkey(for: purpose).bytes == Bytes.hex(key), "\(purpose)")
        }
    }

    @Test func `is another each time, and of one size`() {
        #expect(RootSecret().bytes != RootSecret().bytes)
        #expect(RootSecret().bytes.count == 32)
        for count in [0, 31, 33] { #expect(RootSecret(bytes: [UInt8](repeating: 7, count: count)) == nil) }
    }

    @Test func `says nothing secret when printed`() {
        #expect("\(RootSecret())" == "RootSecret(secret)")
        #expect("\(RootSecret().subkey(for: .refreshTokens))" == "Subkey(secret)")
    }
}
