/// A root secret or a signing key's seed as the database holds it: 32 bytes, or 72 when a root key wraps it.
package struct StoredSecret: Equatable {
    /// The purpose of a secret. A wrapped secret opens as its own kind only.
    package enum Kind: String {
        case root = "shipmate root secret"
        case signing = "shipmate signing key"
    }

    private static let plainByteCount = 32

    package let kind: Kind
    package let bytes: [UInt8]

    package var isWrapped: Bool { bytes.count != Self.plainByteCount }

    package init(_ bytes: [UInt8], _ kind: Kind) {
        self.bytes = bytes
        self.kind = kind
    }

    /// - Parameter key: what wraps it; nil for a plain one.
    package init(_ secret: [UInt8], _ kind: Kind, wrappedBy key: RootKey?) {
        self.init(key?.wrap(secret, as: kind) ?? secret, kind)
    }

    /// The secret itself.
    package func opened(by key: RootKey?) throws(RootKeyRefusal) -> [UInt8] {
        guard isWrapped else { return bytes }
        guard let key else { throw .missing }
        guard let secret = key.unwrap(bytes, as: kind) else { throw .unknown }
        return secret
    }
}
