internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Values

/// A link as `POST /v1/links` describes one; what is not said comes from the app's profile.
struct LinkInput {
    let spec: LinkSpec
    let code: NewLink.Code
    /// The mistakes so far, reported together with those of the profile.
    let mistakes: [FieldError]

    static var schema: Schema {
        .closed(
            "NewLink", means: "A link to make.",
            [
                "link": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://").means(
                    """
                    The payload: an http or https URL that opens in the app. Not one of the app's short \
                    links. No credentials, no control characters.
                    """),
                "domain_uri_prefix": .string(1...512).means(
                    "One of the app's own prefixes, with https or as a bare host. Default: the profile's "
                        + "first."
                ).nullableOptional,
                "android": LinkSpec.Android.form.schema.means("The destination on Android.").nullableOptional,
                "ios": LinkSpec.IOS.form.schema.means("The destination on iPhones and iPads.")
                    .nullableOptional,
                "desktop": LinkSpec.desktopForm.schema.means("The destination on all other devices.")
                    .nullableOptional,
                "social": LinkSpec.SocialCard.form.schema.means("How the link looks where it is shared.")
                    .nullableOptional,
                "analytics": LinkSpec.Analytics.form.schema.means("Parameters for stores and web analytics.")
                    .nullableOptional,
                "data": .linkData.means("Data for the app.").nullableOptional,
                "suffix": .linkSuffix.means("How to make the code. Default: `UNGUESSABLE`.").nullableOptional,
                "alias": .linkCode.means(
                    """
                    A chosen code, which takes precedence over `suffix`. The same alias with the same \
                    content returns the same link.
                    """
                ).nullableOptional,
                "channel": .string(1...128).means("Where it is shared, such as `email`.").nullableOptional,
                "feature": .string(1...128).means("What it is for, such as `invite`.").nullableOptional,
                "campaign": .string(1...128).means("For statistics.").nullableOptional,
                "tags": .array(of: .string(1...64), count: 0...32).means("For sorting links.")
                    .nullableOptional,
                "one_time": .boolean.defaulting(to: false).means("Valid for one claim.").nullableOptional,
                "expires_at": .time.means(
                    "A time in the future. From then on the link leads to its fallback, or to a page."
                ).nullableOptional,
            ])
    }

    /// - Throws: when there is no usable `link`, without which there is nothing to judge.
    init(_ fields: inout Fields, profile: AppProfile, now: Timestamp) throws(Problem) {
        let link = fields.value("link", LinkValues.url)
        let prefix = fields.optionalValue("domain_uri_prefix", LinkValues.prefix)
        let targets = Targets(&fields)
        let labels = LinkLabels(&fields)
        let expiresAt = Self.expiry(&fields, now: now)
        code = Self.code(&fields, profile)
        mistakes = fields.mistakes
        guard let link else { throw .validation(mistakes) }
        var spec = LinkSpec(link: link, prefix: prefix ?? profile.prefixes[0])
        targets.fill(&spec)
        labels.fill(&spec)
        spec.expiresAt = expiresAt
        self.spec = spec
    }

    private static func expiry(_ fields: inout Fields, now: Timestamp) -> Timestamp? {
        guard let time = fields.optionalValue("expires_at", FieldValues.time) else { return nil }
        if time <= now { fields.note("expires_at", .outOfRange, "The time is in the past.") }
        return time
    }

    /// An alias goes before a suffix, which only says how to make a code.
    private static func code(_ fields: inout Fields, _ profile: AppProfile) -> NewLink.Code {
        let suffix = fields.optionalValue("suffix", LinkValues.suffix) ?? .unguessable
        guard let alias = fields.optionalValue("alias", LinkValues.code) else { return .random(suffix) }
        if profile.isReserved(alias) || siblings.contains(alias.description) {
            fields.note("alias", .init("reserved"), "The name is reserved for the service.")
        }
        return .alias(alias)
    }

    /// Beside `/v1/links/{code}`.
    private static let siblings: Set = ["claim", "events"]
}

/// Where a link leads on each platform and how it looks: the parts that are objects of their own.
private struct Targets {
    let android: LinkSpec.Android?
    let ios: LinkSpec.IOS?
    let desktopFallbackLink: WebURL?
    let social: LinkSpec.SocialCard?
    let analytics: LinkSpec.Analytics?

    init(_ fields: inout Fields) {
        android = fields.within("android", LinkSpec.Android.form.readWithin) ?? nil
        ios = fields.within("ios", LinkSpec.IOS.form.readWithin) ?? nil
        let desktop = fields.within("desktop", LinkSpec.desktopForm.readWithin) ?? nil
        desktopFallbackLink = desktop ?? nil
        social = fields.within("social", LinkSpec.SocialCard.form.readWithin) ?? nil
        analytics = fields.within("analytics", LinkSpec.Analytics.form.readWithin) ?? nil
    }

    func fill(_ spec: inout LinkSpec) {
        spec.android = android ?? spec.android
        spec.ios = ios ?? spec.ios
        spec.desktopFallbackLink = desktopFallbackLink
        spec.social = social ?? spec.social
        spec.analytics = analytics ?? spec.analytics
    }
}

extension Schema {
    static var linkSuffix: Schema {
        .named(
            "LinkSuffix",
            .choice("UNGUESSABLE", "SHORT").means(
                """
                How to make a code: `UNGUESSABLE` is 17 characters of 96 random bits, `SHORT` as few as \
                possible, at least 4.
                """))
    }
}
