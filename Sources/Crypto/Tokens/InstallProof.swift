internal import FoundationEssentials

/// A call that an install has signed: a proof of possession as RFC 9449 has it, without the public key.
package struct InstallProof: Equatable, Sendable {
    private static let bytesMax = 4_096

    package let method: String
    package let uri: ProofURI
    /// A random id. A proof counts once.
    package let id: String
    /// The SHA-256 of the call's token; nil without one.
    package let tokenHash: [UInt8]?
    /// Seconds since 1970, by the clock of the device.
    package let issuedAtSeconds: Double
    /// The server's, instead of a clock.
    package let nonce: String?

    /// Nil for another key's signature, and where a claim is missing, repeated or of another form.
    package init?(_ text: String, signedBy key: InstallKey) {
        guard text.utf8.count <= Self.bytesMax, let token = SignedToken(text.utf8),
            let payload = key.payload(of: token), !RepeatedNames.areIn(payload),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)),
            let uri = ProofURI(claims.htu), (1...255).contains(claims.jti.utf8.count), claims.iat.isFinite
        else { return nil }
        method = claims.htm
        self.uri = uri
        id = claims.jti
        issuedAtSeconds = claims.iat
        nonce = claims.nonce
        guard let hash = claims.ath else {
            tokenHash = nil
            return
        }
        guard let bytes = Base64URL.decode(Array(hash.utf8)[...]), bytes.count == 32 else { return nil }
        tokenHash = bytes
    }

    /// RFC 9449, section 4.2.
    private struct Claims: Decodable {
        let htm: String
        let htu: String
        let jti: String
        let iat: Double
        let ath: String?
        let nonce: String?
    }
}

/// The URI in a proof, without its query. The scheme does not count: a proxy may have ended TLS.
package struct ProofURI: Equatable, Sendable {
    /// In lower case, without a default port.
    package let host: String
    package let path: String

    package init?(_ text: String) {
        guard let colon = text.firstRange(of: "://"),
            ["https", "http"].contains(text[..<colon.lowerBound].lowercased())
        else { return nil }
        let rest = text[colon.upperBound...].prefix { $0 != "?" && $0 != "#" }
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        host = Self.host(String(rest[..<end]))
        guard !host.isEmpty, !host.contains("@") else { return nil }
        path = end == rest.endIndex ? "/" : String(rest[end...])
    }

    /// A host as proofs are compared by: in lower case, without a default port.
    package static func host(_ text: String) -> String {
        let text = text.lowercased()
        let port = [":443", ":80"].first(where: text.hasSuffix)
        return String(text.dropLast(port?.count ?? 0))
    }
}
