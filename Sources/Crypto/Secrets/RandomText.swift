/// Random text for people to read, type and send: referral and link codes.
package enum RandomText {
    /// Crockford's base32: no I, L, O or U, so that nothing is misread and few words appear.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// `length` characters of 5 random bits each, in upper case; ten of them are 50 bits.
    package static func crockford(length: Int) -> String {
        let characters = Randomness.bytes(length).map { alphabet[Int($0 & 31)] }
        return String(decoding: characters, as: UTF8.self)
    }
}
