internal import HTTP
internal import Links
internal import Values

/// Facebook's App Links page, which leads into the app with a referral code; without one, or with one that
/// nobody has, just into the app.
struct ShowAppLinks: Endpoint {
    let profile: AppProfile?
    let brand: PageBrand?

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let profile else { throw .linksOff }
        let code = call.request.query["referral"].flatMap { ReferralCode($0) }
        return WebPage.appLinks(
            profile.appLinks(referral: code), profile.social, appName: profile.shownName, brand: brand,
            on: Visitor(userAgent: call.request.headers["user-agent"] ?? "").platform.family,
            in: call.pageLanguage
        ).response
    }
}

extension ShowAppLinks {
    var operation: Operation {
        Operation(
            "showAppLinks", .opening, "Facebook's App Links page",
            """
            The `al:` tags of the apps, the referral code added to both app URLs. A code that nobody has \
            gives a page all the same.
            """
        )
        .takes(
            .query("referral", .string(upTo: 512), "Whoever invites.").example("7ZKQ4M9XTB"),
            .header(
                "Accept-Language", .string(upTo: 8192),
                """
                What the visitor reads (RFC 9110 §12.5.4). Pages speak nineteen languages, and English to \
                all others; the debug page and why a link is refused are in English.
                """
            ).example("de-AT,de;q=0.9,en;q=0.8")
        )
        .givesPage("The page.")
        .refuses(.linksOff)
    }
}
