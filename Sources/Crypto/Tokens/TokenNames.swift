/// The issuer and the audience of access tokens: `iss` and `aud` (RFC 7519 section 4.1). They are the same
/// in every token, so that a service with tokens of several issuers can distinguish ours.
package struct TokenNames: Sendable, Equatable {
    package let issuer: String
    package let audience: String
    /// How the claims of every token begin.
    let claimsStart: [UInt8]

    /// Where a deployment chooses none.
    package static let standard = TokenNames(issuer: "shipmate", audience: "shipmate")!

    /// Nil unless `isName` holds for both.
    package init?(issuer: String, audience: String) {
        guard Self.isName(issuer), Self.isName(audience) else { return nil }
        self.issuer = issuer
        self.audience = audience
        claimsStart = Array(#"{"iss":"\#(issuer)","aud":"\#(audience)","#.utf8)
    }

    /// 1 to 200 characters that stand for themselves in JSON: printable ASCII without blank, `"` and `\`.
    package static func isName(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
    }
}
