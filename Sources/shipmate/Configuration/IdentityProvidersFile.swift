internal import Accounts
internal import Crypto
internal import HTTP
internal import JSON
internal import WebClient

/// The file of identity providers, with all of its mistakes at once.
struct IdentityProvidersFile {
    static let bytesMax = 65_536

    /// Defaults for well-known providers.
    private static let known = [
        "apple": Known(
            issuers: ["https://appleid.apple.com"], keys: "https://appleid.apple.com/auth/keys"),
        "google": Known(
            issuers: ["https://accounts.google.com", "accounts.google.com"],
            keys: "https://www.googleapis.com/oauth2/v3/certs"),
    ]

    private struct Known {
        let issuers: [String]
        let keys: String
    }

    /// - Parameter readKeys: the bytes of a file of keys; nil if it can't be read.
    static func read(
        _ bytes: [UInt8], readKeys: (String) -> [UInt8]?
    ) -> Result<[IdentityProvider], Mistakes> {
        guard case .object(let members)? = try? JSONParser.parse(bytes), members.count <= 32 else {
            return .failure(
                Mistakes(all: ["must be a JSON object with a member for each provider, 32 at most"]))
        }
        var (providers, mistakes): ([IdentityProvider], [String]) = ([], [])
        let bearers = members.filter { isTrue("bearer", $0.value) }
        for member in members {
            if bearers.count > 1, isTrue("bearer", member.value), !isTrue("shares_ids", member.value) {
                mistakes.append(roomMistake(member.name))
            }
            var fields = Fields(element: member.value, pointer: "/\(member.name)")
            let provider = provider(member.name, &fields, readKeys)
            mistakes += fields.mistakes.map { "\($0.pointer): \($0.detail)" }
            if let provider { providers.append(provider) }
        }
        return mistakes.isEmpty ? .success(providers) : .failure(Mistakes(all: mistakes))
    }

    private static func isTrue(_ name: String, _ provider: JSONValue) -> Bool {
        if case .bool(true)? = provider[name] { true } else { false }
    }

    private static func roomMistake(_ name: String) -> String {
        "/\(name)/bearer: Another provider has `bearer` too. Users of both with the same `sub` would become "
            + "one "
            + "user. If their `sub`s never collide, set \"shares_ids\": true in each."
    }

    struct Mistakes: Error, Equatable {
        let all: [String]
    }

    private static func provider(
        _ name: String, _ fields: inout Fields, _ readKeys: (String) -> [UInt8]?
    ) -> IdentityProvider? {
        let isName =
            (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_")
            }
        let issuer = fields.optionalString("issuer", length: 1...255)
        let keySource = fields.optionalString("jwks", length: 1...2_048)
        let audiences = fields.optionalStrings("audiences", count: 1...32, length: 1...255)
        let isPrivate = fields.optionalBool("private_addresses") ?? false
        let authorities = fields.optionalString("authorities", length: 1...4_096)
        let isBearer = fields.optionalBool("bearer") ?? false
        _ = fields.optionalBool("shares_ids")
        if !isName { fields.note("issuer", .invalid, "A provider's name is 1 to 32 of a-z, 0-9, - and _.") }
        let issuers = issuer.map { [$0] } ?? known[name]?.issuers
        if issuers == nil {
            fields.note("issuer", .required, "Required; only apple and google have a default.")
        }
        if audiences == nil, !fields.has("audiences") {
            fields.note("audiences", .required, "Required: the app's ids at the provider.")
        }
        guard let keySource = keySource ?? known[name]?.keys else {
            fields.note("jwks", .required, "Required: an https address, or a file.")
            return nil
        }
        guard let keys = keys(keySource, isPrivate, authorities, &fields, readKeys), let issuers,
            let audiences
        else {
            return nil
        }
        return IdentityProvider(
            name: name, terms: IdentityTerms(issuers: issuers, audiences: audiences), keys: keys,
            isBearer: isBearer)
    }

    private static func keys(
        _ keySource: String, _ isPrivate: Bool, _ authorities: String?, _ fields: inout Fields,
        _ readKeys: (String) -> [UInt8]?
    ) -> IdentityProvider.Keys? {
        if let authorities, readKeys(authorities) == nil {
            fields.note("authorities", .invalid, "The file does not exist.")
        }
        guard !keySource.hasPrefix("https://") else {
            var request = IdentityProvider.request(keySource)
            if isPrivate { request.addresses = .any }
            if let authorities { request.trust = .file(authorities) }
            return .published(request)
        }
        guard !keySource.contains("://") else {
            fields.note("jwks", .invalid, "An address must begin with https://.")
            return nil
        }
        guard let keys = readKeys(keySource).flatMap({ KeySet(json: $0) }) else {
            fields.note("jwks", .invalid, "The file can't be read, or has no keys for RS256, ES256 or EdDSA.")
            return nil
        }
        return .kept(keys)
    }
}
