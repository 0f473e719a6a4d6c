internal import HTTP
internal import Links
internal import Values

/// Facebook's App Links page, which leads into the app with a referral code; without one, or with one that
/// nobody has, just into the app.
struct ShowAppLinks: Endpoint {
    let profile: AppProfile?

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let profile else { throw .linksOff }
        let code = call.request.query["referral"].flatMap { ReferralCode($0) }
        return WebPage.appLinks(
            profile.appLinks(referral: code), appName: profile.name, in: call.pageLanguage
        ).response
    }
}
