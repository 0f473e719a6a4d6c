internal import HTTP
internal import JSON
internal import Links
internal import Pages
internal import Values

/// Facebook's App Links page, which leads into the app with a referral code, of ours or of another system;
/// without one just into the app.
struct ShowAppLinks: Endpoint {
    private static let codeCharactersMax = 512

    let profile: AppProfile?
    let brand: PageBrand?

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let profile else { throw .linksOff }
        let code = call.request.query["referral"].flatMap { text in
            (1...Self.codeCharactersMax).contains(text.unicodeScalars.count) ? text : nil
        }
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
            "showAppLinks", .opening, "Show Facebook's App Links page",
            """
            The `al:` tags of the apps, with the value of `referral` added to both app URLs: a code of ours, \
            or another system's. Also with a slash at the end, and at the profile's `app_links_path`.
            """
        )
        .takes(
            .query("referral", .string(upTo: 512), "The inviting user.").example("7ZKQ4M9XTB"),
            .query("d", .choice("1"), "`1` shows the page's tags instead."), .visitorsLanguage
        )
        .givesPage("The page.")
        .refuses(.linksOff)
    }
}
