internal import Forms
internal import HTTP
internal import JSON
package import Links
internal import Referrals

/// The app profile's file: the JSON that `Documentation/AppProfile.md` describes.
package enum ProfileFile {
    package static let bytesMax = 65_536

    /// One thing that is wrong in the file.
    package struct Mistake: Equatable, Sendable, CustomStringConvertible {
        /// RFC 6901; empty for the file as a whole.
        package let pointer: String
        package let detail: String

        package var description: String { pointer.isEmpty ? detail : "\(pointer): \(detail)" }
    }

    /// All mistakes, so that they can be fixed at once.
    package struct Mistakes: Error, Equatable {
        package let all: [Mistake]
    }

    package static func read(_ bytes: [UInt8]) throws(Mistakes) -> AppProfile {
        guard bytes.count <= bytesMax else { throw mistake("The file has more than \(bytesMax) bytes.") }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONParser.parse(bytes)
        } catch {
            throw mistake("This is no JSON: \(error.reason) (at byte \(error.offset))")
        }
        var fields = Fields(element: value, pointer: "")
        do throws(Problem) {
            let profile = profile(&fields)
            return try fields.finish(profile)
        } catch {
            throw Mistakes(all: error.errors.map { Mistake(pointer: $0.pointer, detail: $0.detail) })
        }
    }

    private static func mistake(_ detail: String) -> Mistakes {
        Mistakes(all: [Mistake(pointer: "", detail: detail)])
    }

    private static func profile(_ fields: inout Fields) -> AppProfile? {
        let name = fields.string("name", length: 1...100)
        let prefixes = fields.required("domain_uri_prefixes", count: 1...16, ProfileValues.prefix) ?? []
        if Set(prefixes).count < prefixes.count {
            fields.note("domain_uri_prefixes", .invalid, "A prefix comes twice.")
        }
        var profile = AppProfile(name: name ?? "", prefixes: prefixes)
        profile.android = fields.apps("android", android)
        profile.ios = fields.apps("ios", ios)
        profile.inviteLink = fields.optionalValue("invite_link", ProfileValues.inviteLink(below: prefixes))
        profile.inviteParameters = inviteParameters(&fields)
        profile.inviteTexts = inviteTexts(&fields)
        profile.social = fields.within("social", social) ?? profile.social
        profile.allowedPatterns =
            fields.values("allowed_patterns", count: 0...10, ProfileValues.pattern) ?? []
        if !profile.allowsInvites {
            fields.note(
                "invite_link", .invalid,
                "With a code added it matches no allowed pattern: no invite could be made.")
        }
        profile.playerCards = fields.optionalValue("player_cards", ProfileValues.playerCards)
        profile.trustsUnsignedCards = fields.optionalBool("unsigned_cards") ?? false
        profile.handsOff = fields.optionalBool("clipboard_hand_off") ?? true
        profile.fallbacksCarryClick = fields.optionalBool("fallback_click_id") ?? false
        profile.appLinksPath = fields.optionalValue(
            "app_links_path", ProfileValues.appLinksPath(beside: prefixes))
        profile.leastVersion = fields.within("least_version", leastVersion) ?? profile.leastVersion
        profile.brand = fields.within("brand", brand) ?? profile.brand
        profile.inviteOffer = offer(&fields)
        profile.hasDesktopPage = fields.optionalBool("desktop_page") ?? false
        profile.legacyKeys = fields.within("legacy_keys", legacyKeys) ?? profile.legacyKeys
        return name == nil ? nil : profile
    }

    private static func android(_ fields: inout Fields) -> AppProfile.AndroidApp? {
        let name = fields.value("package_name", ProfileValues.packageName)
        let fingerprints = fields.required("sha256_fingerprints", count: 1...16, ProfileValues.fingerprint)
        let scheme = fields.optionalValue("custom_scheme", LinkValues.scheme)
        let opensByIntent = fields.optionalBool("opens_by_intent") ?? false
        guard let name, let fingerprints else { return nil }
        var app = AppProfile.AndroidApp(
            packageName: name, fingerprints: fingerprints, customScheme: scheme)
        app.opensByIntent = opensByIntent
        return app
    }

    private static func ios(_ fields: inout Fields) -> AppProfile.IOSApp? {
        let id = fields.value("bundle_id", LinkValues.identifier)
        let prefix = fields.value("app_id_prefix", ProfileValues.appIDPrefix)
        let storeID = fields.optionalValue("app_store_id", LinkValues.appStoreID)
        let scheme = fields.optionalValue("custom_scheme", LinkValues.scheme)
        guard let id, let prefix else { return nil }
        return AppProfile.IOSApp(bundleID: id, prefix: prefix, appStoreID: storeID, customScheme: scheme)
    }

    private static func leastVersion(_ fields: inout Fields) -> AppProfile.LeastVersion {
        AppProfile.LeastVersion(
            ios: fields.optionalValue("ios", ProfileValues.version),
            android: fields.optionalValue("android", ProfileValues.version))
    }

    /// One name or several. Invites from before it was given are still read.
    private static func inviteParameters(_ fields: inout Fields) -> [String] {
        var names: [String]
        if case .string(let name)? = fields.optionalJSON("invite_parameter") {
            var one = Fields(element: .object([JSONMember("invite_parameter", .string(name))]), pointer: "")
            names = [one.value("invite_parameter", ProfileValues.parameter)].compactMap(\.self)
            fields.adopt(one)
        } else {
            names = fields.values("invite_parameter", count: 1...8, ProfileValues.parameter) ?? []
        }
        return names.contains(AppProfile.inviterParameter) ? names : names + [AppProfile.inviterParameter]
    }

    /// The members are the channels' names.
    private static func inviteTexts(_ fields: inout Fields) -> [String: AppProfile.InviteText] {
        guard let value = fields.optionalJSON("invite_texts") else { return [:] }
        var nested = Fields(element: value, pointer: "/invite_texts")
        var texts: [String: AppProfile.InviteText] = [:]
        if case .object(let members) = value {
            for member in members.prefix(ProfileValues.channelsMax) where ProfileValues.isChannel(member.name)
            {
                texts[member.name] = nested.within(member.name, inviteText)
            }
        }
        fields.adopt(nested)
        return texts
    }

    private static func inviteText(_ fields: inout Fields) -> AppProfile.InviteText {
        if !fields.has("subject"), !fields.has("body") {
            fields.note("body", .required, "A subject or a body is needed.")
        }
        return AppProfile.InviteText(
            subject: template("subject", length: 1...300, &fields),
            body: template("body", length: 1...4000, &fields))
    }

    private static func template(
        _ name: String, length: ClosedRange<Int>, _ fields: inout Fields
    ) -> String? {
        let text = fields.optionalString(name, length: length)
        if let unknown = text.flatMap({ AppProfile.InviteText.unknownPlaceholder(in: $0) }) {
            let known = AppProfile.InviteText.placeholders.map { "{\($0)}" }.joined(separator: ", ")
            fields.note(name, .invalid, "There is no {\(unknown)}, only \(known).")
        }
        return text
    }

    private static func brand(_ fields: inout Fields) -> AppProfile.Brand {
        var brand = AppProfile.Brand()
        brand.icon = fields.optionalValue("icon", LinkValues.secureURL)
        brand.color = fields.optionalValue("color", ProfileValues.colour)
        brand.darkColor = fields.optionalValue("dark_color", ProfileValues.colour)
        brand.name = fields.optionalString("name", length: 1...100)
        brand.tagline = fields.optionalString("tagline", length: 1...200)
        return brand
    }

    /// The rules' amounts are filled in when a page is made, since rules come and go.
    private static func offer(_ fields: inout Fields) -> String? {
        let text = fields.optionalString("invite_offer", length: 1...500)
        let rules = (text ?? "").split(separator: "{").compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }.flatMap { RuleName($0)?.description }
        }
        let unknown = text.flatMap { AppProfile.InviteText.unknownPlaceholder(in: $0, besides: rules) }
        if let unknown {
            fields.note("invite_offer", .invalid, "There is no {\(unknown)}: a rule's name is needed.")
        }
        return text
    }

    private static func social(_ fields: inout Fields) -> LinkSpec.SocialCard {
        var card = LinkSpec.SocialCard()
        card.title = fields.optionalString("title", length: 1...LinkSpec.textMax)
        card.description = fields.optionalString("description", length: 1...LinkSpec.textMax)
        card.imageLink = fields.optionalValue("image_link", LinkValues.secureURL)
        return card
    }

    private static func legacyKeys(_ fields: inout Fields) -> AppProfile.LegacyKeys {
        var keys = AppProfile.LegacyKeys()
        let (count, key) = (0...16, ProfileValues.key)
        keys.firebaseAPIKeys = Set(fields.values("firebase_api_keys", count: count, key) ?? [])
        keys.branchKeys = Set(fields.values("branch_keys", count: count, key) ?? [])
        keys.branchSecretHashes = Set(
            fields.values("branch_secrets_sha256", count: count, ProfileValues.hash) ?? [])
        return keys
    }
}

extension Fields {
    /// The elements of an array, each under its own pointer; nil when any is wrong.
    fileprivate mutating func values<Value>(
        _ name: String, count: ClosedRange<Int>, _ parse: (String) throws(FieldError) -> Value
    ) -> [Value]? {
        guard let texts = optionalStrings(name, count: count, length: 0...WebURL.bytesMax) else { return nil }
        var list = Fields(
            element: .object(texts.enumerated().map { JSONMember(String($0), .string($1)) }),
            pointer: "\(pointer)/\(name)")
        let values = texts.indices.compactMap { list.value(String($0), parse) }
        adopt(list)
        return values.count == texts.count ? values : nil
    }

    fileprivate mutating func required<Value>(
        _ name: String, count: ClosedRange<Int>, _ parse: (String) throws(FieldError) -> Value
    ) -> [Value]? {
        if !has(name) { note(name, .required, "This field is required.") }
        return values(name, count: count, parse)
    }

    /// Those of an array of objects that are right; the mistakes of the others count among this one's.
    fileprivate mutating func apps<Value>(_ name: String, _ read: (inout Fields) -> Value?) -> [Value] {
        guard has(name), let elements = objects(name, count: 0...16) else { return [] }
        return elements.compactMap { element in
            var element = element
            let value = read(&element)
            adopt(element)
            return value
        }
    }
}
