/// A long link's card is a stranger's words on our page, unless we printed the link.
extension LongLink {
    /// The signed part of a link: the card, and the link that it belongs to; nil without a card. Other
    /// parameters may be added or removed, such as a campaign's.
    package static func signedText(of spec: LinkSpec) -> String? {
        guard spec.social != LinkSpec.SocialCard() else { return nil }
        var signed = LinkSpec(link: spec.link, prefix: spec.prefix)
        signed.social = spec.social
        return text(of: signed)
    }

    /// The link without a card of its own, so that the app's is shown.
    package static func withoutCard(_ parsed: Parsed) -> Parsed {
        guard parsed.spec.social != LinkSpec.SocialCard() else { return parsed }
        var spec = parsed.spec
        spec.social = LinkSpec.SocialCard()
        let warning = LinkWarning(
            "UNSIGNED_SOCIAL_PARAM",
            "st, sd and si only count on long links that this service made; the app's card is shown.")
        return Parsed(spec: spec, warnings: parsed.warnings + [warning])
    }
}
