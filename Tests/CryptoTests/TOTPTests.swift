import Testing

@testable import Crypto

@Suite struct TOTPTests {
    private static let totp = TOTP(secret: Array("12345678901234567890".utf8))

    /// RFC 6238, appendix B: codes of eight digits.
    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func `the vectors of the RFC`(seconds: Int64, code: String) {
        let number = Self.totp.number(atStep: TOTP.step(at: seconds), modulus: 100_000_000)
        #expect(TOTP.text(number, digits: 8) == code)
        #expect(Self.totp.code(atStep: TOTP.step(at: seconds)) == String(code.suffix(6)))
    }

    /// RFC 2202, section 3.
    @Test func `HMAC takes a key of any length`() {
        let hash = HMACSHA1.hash(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 80))
        #expect(
            hash == [
                0xAA, 0x4A, 0xE5, 0xE1, 0x52, 0x72, 0xD0, 0x0E, 0x95, 0x70, 0x56, 0x37, 0xCE, 0x8A, 0x3B,
                0x55, 0xED, 0x40, 0x21, 0x12,
            ])
    }

    @Test func `accepts the codes of one step before and after`() {
        let now: Int64 = 1_234_567_890
        let step = TOTP.step(at: now)
        for distance in Int64(-3)...3 {
            let found = Self.totp.step(of: Self.totp.code(atStep: step + distance), at: now)
            #expect(found == (abs(distance) <= 1 ? step + distance : nil))
        }
    }

    @Test(arguments: ["", "005924 ", "00592", "0059240", "٠٠٥٩٢٤", "abcdef"])
    func `refuses what is no code`(text: String) {
        #expect(Self.totp.step(of: text, at: 1_234_567_890) == nil)
    }

    @Test func `each secret is another`() {
        #expect(TOTP().secret != TOTP().secret)
        #expect(TOTP().secretText.utf8.count == 32)
    }
}
