import Crypto
import Testing

@Suite struct PasswordPolicyTests {
    static let rows: [(String, PasswordPolicy.Violation?)] = [
        ("", .tooShort), ("aB3$xyz", .tooShort), ("aB3$xyzw", nil), ("äöüßéñçø", nil), ("🏴‍☠️", .tooShort),
        (String(repeating: "long enough ", count: 10) + "12345678", nil),
        (String(repeating: "long enough ", count: 10) + "123456789", .tooLong),
        (String(repeating: "🦜", count: 129), .tooLong), ("password", .common), ("PASSWORD", .common),
        ("captain.hook@example.com", .isEmail), ("Captain.Hook@Example.com", .isEmail),
        ("captain.hook", .isEmail),
        ("captain.hook@example", nil), ("correct horse battery staple", nil),
    ]

    @Test(arguments: rows) func `judges`(password: String, violation: PasswordPolicy.Violation?) {
        #expect(PasswordPolicy.check(password, email: "captain.hook@example.com") == violation)
    }

    @Test func `reads no more of a huge password than it must`() {
        #expect(PasswordPolicy.check(String(repeating: "x", count: 10_000_000), email: "a@b.c") == .tooLong)
    }
}

@Suite struct CommonPasswordsTests {
    @Test(arguments: [
        "password", "Password1", "P@ssw0rd", "P@$$w0rd!", "pa55word123", "passw0rd2024", "12345678",
        "123456789",
        "1234567890", "87654321", "qwertyuiop", "QWERTY123", "asdfghjkl", "1q2w3e4r", "1qaz2wsx", "zaq12wsx",
        "iloveyou", "trustno1", "letmein1", "welcome1", "Welcome2024!", "Summer2025", "admin123",
        "administrator",
        "aaaaaaaa", "11111111", "12121212", "abcabcabc", "abcdefgh", "zyxwvuts", "passwordpassword",
        "dragon99",
        "monkey123", "football", "baseball", "superman", "princess", "sunshine", "!@#$%^&*", "azertyuiop",
        "qwertz123", "asdf1234", "abcd1234", "123qweasd", "qazwsxedc", "changeme", "starwars", "123monkey",
        "4dm1n123",
    ]) func `knows`(password: String) {
        #expect(CommonPasswords.contains(password))
    }

    @Test(arguments: [
        "correct horse battery staple", "tr0ub4dor&3", "kq8vWz2p", "treasure map 42", "parrot-on-shoulder",
        "9f2c-77ab-e010", "nevergonnagiveyouup", "x7!pLm2q", "mizzenmast", "sunk cost fallacy",
        "passwords are hard",
        "qwertyuiop is a row", "hello from the sea", "1234 feet of rope", "monkey8472916350", "öffentlich",
    ]) func `lets pass`(password: String) {
        #expect(!CommonPasswords.contains(password))
    }
}
