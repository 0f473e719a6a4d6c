internal import HTTP
internal import JSON

extension Demo {
    /// A new install's information on its inviter.
    struct Arrival {
        /// As `POST /v1/users` takes it.
        let proof: JSONMember
        /// How it came to know, as the story tells it.
        let words: String
    }

    private static let phone =
        "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile Safari/537.36"

    /// Where the server has links, the friend comes by one: shared, opened on a phone and claimed by the app.
    /// Nil where links or invites are off, and the code must do.
    func arrivalByInvite(of anne: Player) throws -> Arrival? {
        let shared = try client.exchange("POST", "/v1/invites", token: anne.token, .object([]))
        if shared.isProblem("links-off") || shared.isProblem("invites-off") { return nil }
        let link = try shared.json().text("link", "short_link")
        say("POST /v1/invites", "\(anne.name) shares \(link)")
        let claim = try claim(link, clickID: try open(link))
        guard case .string(let match) = claim["match"], match != "none" else {
            throw DemoClient.Failure(description: "the invite's link was not found")
        }
        let receipt = JSONMember("claim", .string(try claim.text("receipt")))
        return Arrival(proof: receipt, words: "through \(anne.name)'s link, with a \(match) match")
    }

    /// Opens the link on a phone; the click's id, where the link leads to a store that hands it on.
    private func open(_ link: String) throws -> String? {
        let rest = link.split(separator: "://", maxSplits: 1).last ?? ""
        let host = rest.prefix { $0 != "/" }
        let opened = try client.exchange(
            "GET", String(rest.dropFirst(host.count)), host: String(host), agent: Self.phone)
        let target = opened.field("location") ?? "a page"
        say("GET \(rest.dropFirst(host.count))", "Ben opens it on a phone: \(target.prefix(60))…")
        guard let click = target.firstMatch(of: /link_click_id(?:=|%3D)([0-9a-f-]{36})/) else { return nil }
        return String(click.1)
    }

    private func claim(_ link: String, clickID: String?) throws -> JSONValue {
        let evidence =
            clickID.map { JSONMember("install_referrer", .string("link_click_id=\($0)")) }
            ?? JSONMember("link", .string(link))
        let device = JSONValue.object([JSONMember("platform", .string("android"))])
        let claim = try client.send(
            "POST", "/v1/links/claim", .object([evidence, JSONMember("device", device)]))
        say("POST /v1/links/claim", "the new app claims the link")
        return claim
    }
}
