internal import Crypto
internal import FoundationEssentials

/// No text but the token itself is taken for it: the input replaces the good token from
/// some byte on.
enum TokenFuzzing {
    private static let key = SigningKey(seed: Array(repeating: 7, count: SigningKey.seedByteCount))!
    private static let nowSeconds: Int64 = 1_800_000_000
    private static let good = Array(
        AccessTokenSigner(key: key).token(
            uid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            sid: UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)), nowSeconds: nowSeconds
        ).utf8)
    private static let verifier = AccessTokenVerifier(keys: [key.publicKey])

    static func mistake(with input: [UInt8]) -> String? {
        guard let first = input.first else { return nil }
        // The rest is done for one input of eight: most would only cost the verification of a signature.
        let start = Int(first >> 3) * good.count / 32
        let rest = first & 7 == 0 ? good.dropFirst(start + input.count - 1) : []
        let bytes = good.prefix(start) + input.dropFirst() + rest
        let claims = verifier.claims(of: String(decoding: bytes, as: UTF8.self), nowSeconds: nowSeconds)
        return claims == nil || bytes.elementsEqual(good) ? nil : "\(bytes) is taken for a token of ours"
    }
}
