/// The requirements for a password: only its length, and that it isn't easily guessed, as NIST SP 800-63B
/// section 5.1.1.2 advises. No rules about digits or capitals.
package enum PasswordPolicy {
    package enum Violation: Sendable, Equatable, CaseIterable {
        case tooShort
        case tooLong
        case common
        case isEmail
        /// It was in a leak, by the list that the service was given.
        case breached
    }

    /// In Unicode scalars, which cost 4 bytes at most: what is hashed is bounded by 512 bytes.
    package static let lengths = 8...128

    /// - Parameter email: the account's, in lower case and trimmed.
    package static func check(_ password: String, email: String) -> Violation? {
        let length = password.unicodeScalars.prefix(lengths.upperBound + 1).count
        if length < lengths.lowerBound { return .tooShort }
        if length > lengths.upperBound { return .tooLong }
        let lowered = password.lowercased()
        if lowered == email || lowered == email.prefix(while: { $0 != "@" }) { return .isEmail }
        return CommonPasswords.contains(lowered) ? .common : nil
    }
}
