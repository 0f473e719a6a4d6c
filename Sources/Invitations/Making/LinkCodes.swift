internal import Crypto
internal import Links

/// Makes one loop's codes for new links.
final class LinkCodes {
    /// Some codes are taken by its own paths.
    var profile: AppProfile?
    private var shortLength = ShortCodeLength()

    init(profile: AppProfile?) {
        self.profile = profile
    }

    func make(_ suffix: NewLink.Suffix) -> LinkCode {
        while true {
            let code =
                switch suffix {
                case .unguessable: LinkCode.unguessable(Randomness.bytes(LinkSuffix.unguessableBytes))
                case .short:
                    LinkSuffix.short(
                        length: shortLength.current, from: Randomness.bytes(LinkSuffix.shortBytes))
                }
            if let code, profile?.isReserved(code) != true { return code }
        }
    }

    /// The result for a short code: if many are in use, the next ones are longer.
    func noteShort(isTaken: Bool) {
        shortLength.note(isTaken: isTaken)
    }
}

extension LinkCode {
    /// The same for the same input and key, and 96 random bits to readers without the key.
    static func keyed(_ input: String, key: Subkey) -> LinkCode {
        let hash = BLAKE2b.hash(Array(input.utf8), key: key.bytes, byteCount: 16)
        return unguessable(Array(hash[..<LinkSuffix.unguessableBytes]))
    }

    fileprivate static func unguessable(_ bytes: [UInt8]) -> LinkCode {
        LinkSuffix.unguessable(from: bytes)
    }
}
