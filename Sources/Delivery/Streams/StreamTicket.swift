internal import Batching
package import Crypto
package import FoundationEssentials
package import Referrals
package import Values

/// A ticket for a stream, for browsers whose `EventSource` sends no header: good once, for a minute.
///
/// `st_` and the base64url of the session's claims, where the stream resumes, an id, and a keyed hash of all.
package struct StreamTicket: Sendable, CustomStringConvertible {
    private static let prefix = "st_"
    private static let lifetimeSeconds: Int64 = 60
    private static let byteCount = 16 * 3 + 8 * 4 + 4

    package let id: UUID
    package let claims: AccessClaims
    package let after: ChangeCursor?
    private let endsAtSeconds: Int64

    package var endsAt: Timestamp { Timestamp(microsecondsSince1970: endsAtSeconds * 1_000_000) }

    package var description: String { "StreamTicket(secret)" }

    package init(of claims: AccessClaims, after: ChangeCursor?, at now: Timestamp) {
        id = UUID(bytes: Randomness.bytes(16)[...]) ?? UUID()
        self.claims = claims
        self.after = after
        endsAtSeconds = now.secondsSince1970 + Self.lifetimeSeconds
    }

    /// Reads a ticket; nil for a text that `text` can't have written under this key, and after its minute.
    package init?(_ text: String, key: Subkey, at now: Timestamp) {
        guard text.utf8.count <= 256, text.hasPrefix(Self.prefix),
            let bytes = Base64URL.decode(Array(text.utf8.dropFirst(Self.prefix.utf8.count))[...]),
            bytes.count == Self.byteCount + SecretTag.byteCount, SecretTag.ends(bytes, key: key),
            let id = UUID(bytes: bytes[0..<16]), let uid = UUID(bytes: bytes[16..<32]),
            let sid = UUID(bytes: bytes[32..<48])
        else { return nil }
        let numbers = (0..<4).map { index in
            bytes[(48 + 8 * index)..<(56 + 8 * index)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        }
        let day = bytes[80..<84].reduce(Int32(0)) { $0 << 8 | Int32($1) }
        guard now.secondsSince1970 < numbers[2] else { return nil }
        self.id = id
        claims = AccessClaims(
            uid: uid, sid: sid, issuedAtSeconds: numbers[0], expiresAtSeconds: numbers[1])
        endsAtSeconds = numbers[2]
        after = numbers[3] < 0 ? nil : ChangeCursor(position: numbers[3], day: day)
    }

    package func text(key: Subkey) -> String {
        var bytes = id.bytes + claims.uid.bytes + claims.sid.bytes
        for number in [
            claims.issuedAtSeconds, claims.expiresAtSeconds, endsAtSeconds, after?.position ?? -1,
        ] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * Int64($0))) }
        }
        let day = after?.day ?? 0
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: day >> (24 - 8 * Int32($0))) }
        return Self.prefix + Base64URL.encode(bytes + SecretTag.make(of: bytes, key: key))
    }
}
