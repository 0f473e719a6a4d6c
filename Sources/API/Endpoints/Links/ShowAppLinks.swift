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
        let links = profile.appLinks(referral: code)
        if call.request.query["d"] == "1" {
            let tags = WebPage.tags(of: links, profile.social, appName: profile.shownName)
            return WebPage.debug(tags: tags, in: call.pageLanguage).response
        }
        return WebPage.appLinks(
            links, profile.social, appName: profile.shownName, brand: brand,
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
            .query("d", .choice("1"), "`1` shows the page's tags instead."), .visitorsLanguage
        )
        .givesPage("The page.")
        .refuses(.linksOff)
    }
}
