internal import Basics
package import FoundationEssentials
internal import Values

/// An access token's claims: the user, the session, and the validity. Times are whole seconds since 1970.
package struct AccessClaims: Sendable, Equatable {
    package let uid: UUID
    package let sid: UUID
    package let issuedAtSeconds: Int64
    package let expiresAtSeconds: Int64
    /// How often the session's refresh token had been replaced when this was issued.
    package let generation: Int32

    package init(
        uid: UUID, sid: UUID, issuedAtSeconds: Int64, expiresAtSeconds: Int64, generation: Int32 = 0
    ) {
        self.uid = uid
        self.sid = sid
        self.issuedAtSeconds = issuedAtSeconds
        self.expiresAtSeconds = expiresAtSeconds
        self.generation = generation
    }

    /// `{"iss":…,"aud":…,"sub":…,"sid":…,"iat":…,"exp":…,"gen":…}` without spaces (RFC 7519 section 4.1).
    /// The first tokens of a session have no `gen`.
    package func json(of names: TokenNames) -> [UInt8] {
        var json = names.claimsStart
        json.reserveCapacity(json.count + 140)
        json.append(contentsOf: Member.uid.utf8)
        json.append(contentsOf: uid.lowercaseText.utf8)
        json.append(contentsOf: Member.sid.utf8)
        json.append(contentsOf: sid.lowercaseText.utf8)
        json.append(contentsOf: Member.issuedAt.utf8)
        json.append(contentsOf: String(issuedAtSeconds).utf8)
        json.append(contentsOf: Member.expiresAt.utf8)
        json.append(contentsOf: String(expiresAtSeconds).utf8)
        if generation > 0 {
            json.append(contentsOf: Member.generation.utf8)
            json.append(contentsOf: String(generation).utf8)
        }
        json.append(UInt8(ascii: "}"))
        return json
    }

    /// Reads what `json` writes and nothing else: we wrote every token whose signature holds, so another
    /// spelling is a mistake of ours that must not pass as a claim.
    ///
    /// Up to version 0.1 tokens had neither `iss` nor `aud`; servers of it may sign while others are being
    /// replaced, so theirs are good too.
    package init?(json: [UInt8], of names: TokenNames) {
        var rest = json[...]
        guard rest.drop(names.claimsStart[...]) || rest.drop("{"), rest.drop(Member.uid),
            let uid = rest.takeID(), rest.drop(Member.sid),
            let sid = rest.takeID(), rest.drop(Member.issuedAt), let issuedAt = rest.takeNumber(),
            rest.drop(Member.expiresAt), let expiresAt = rest.takeNumber(),
            let generation = rest.takeGeneration(), rest.drop("}"), rest.isEmpty
        else { return nil }
        self.init(
            uid: uid, sid: sid, issuedAtSeconds: issuedAt, expiresAtSeconds: expiresAt,
            generation: generation)
    }

    fileprivate enum Member {
        static let uid = #""sub":""#
        static let sid = #"","sid":""#
        static let issuedAt = #"","iat":"#
        static let expiresAt = #","exp":"#
        static let generation = #","gen":"#
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func drop(_ prefix: String) -> Bool {
        drop(prefix.utf8)
    }

    fileprivate mutating func drop(_ prefix: some Collection<UInt8>) -> Bool {
        guard starts(with: prefix) else { return false }
        removeFirst(prefix.count)
        return true
    }

    /// A UUID in lower case.
    fileprivate mutating func takeID() -> UUID? {
        let text = String(decoding: prefix(UUID.textLength), as: UTF8.self)
        self = dropFirst(UUID.textLength)
        return UUID(text: text).flatMap { $0.lowercaseText == text ? $0 : nil }
    }

    /// 0 where there is none; nil for one that `json` doesn't write.
    fileprivate mutating func takeGeneration() -> Int32? {
        guard drop(AccessClaims.Member.generation) else { return 0 }
        return takeNumber().flatMap { Int32(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// 1 to 12 digits, no leading zero: seconds until the year 33,658.
    fileprivate mutating func takeNumber() -> Int64? {
        let digits = prefix(while: \.isDigit)
        guard (1...12).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        self = dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}
