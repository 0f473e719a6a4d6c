internal import Crypto
package import Links

/// Long links as this service prints them, with a signed card.
extension LinkService {
    /// 96 bits, as a code has.
    private static let signatureBytes = 12

    /// The long link of one of our links. Only the signature distinguishes it from links written by others.
    package func longLink(of spec: LinkSpec) -> String {
        LongLink.print(spec, signature: signature(of: spec).map(Base64URL.encode))
    }

    /// The card of a long link: its own if it was printed here or the profile allows it.
    package func trusted(_ parsed: LongLink.Parsed, in profile: AppProfile) -> LongLink.Parsed {
        if profile.trustsUnsignedCards || vouches(for: parsed) { return parsed }
        return LongLink.withoutCard(parsed)
    }

    private func vouches(for parsed: LongLink.Parsed) -> Bool {
        guard let expected = signature(of: parsed.spec), let text = parsed.signature,
            let given = Base64URL.decode(Array(text.utf8)[...])
        else { return false }
        return Sodium.areEqual(given, expected)
    }

    private func signature(of spec: LinkSpec) -> [UInt8]? {
        LongLink.signedText(of: spec).map {
            Array(BLAKE2b.hash(Array($0.utf8), key: cardKey.bytes, byteCount: 16)[..<Self.signatureBytes])
        }
    }
}
