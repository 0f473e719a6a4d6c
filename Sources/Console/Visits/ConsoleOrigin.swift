internal import EventLoops
internal import HTTP

/// Where the console is served, and how its cookie is called there.
///
/// In plain HTTP it is served to this machine alone, and only under this machine's own names. Another site
/// could otherwise point a name of its own to this machine, and read the pages by a browser here.
struct ConsoleOrigin {
    /// Why it isn't served to a request.
    enum Refusal {
        /// Nothing says at which https address browsers reach it.
        case needsPublicURL
        /// The request is for another host.
        case otherHost(String)
        case address
    }

    let configuration: ConsoleConfiguration

    /// Nil where the console is served.
    func refusal(of request: Request) -> Refusal? {
        if let allowed = configuration.allowed {
            guard let address = configuration.clientAddress.certainAddress(of: request),
                allowed.contains(address)
            else { return .address }
        }
        if isFromHere(request) { return nil }
        guard let host = publicHost else { return .needsPublicURL }
        return request.head.host?.lowercased() == host ? nil : .otherHost(configuration.publicURL)
    }

    /// Over https the cookie has a prefix by which a browser takes it from this host alone.
    func cookieName(for request: Request) -> String {
        isFromHere(request) ? "shipmate_console" : "__Host-shipmate_console"
    }

    func cookie(_ token: String, for request: Request) -> ResponseHeader {
        let secure = isFromHere(request) ? "" : "; Secure"
        return ResponseHeader(
            .setCookie,
            "\(cookieName(for: request))=\(token); Path=/; Max-Age=28800; HttpOnly; SameSite=Strict\(secure)")
    }

    /// Takes the cookie away.
    func noCookie(for request: Request) -> ResponseHeader {
        let secure = isFromHere(request) ? "" : "; Secure"
        return ResponseHeader(
            .setCookie,
            "\(cookieName(for: request))=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict\(secure)")
    }

    /// The session's token; nil for none, and for what is none by its form.
    func token(of request: Request) -> String? {
        let name = cookieName(for: request)
        for header in request.headers.values("cookie") {
            for pair in header.split(separator: ";") {
                let parts = pair.drop { $0 == " " }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0] == name, (1...64).contains(parts[1].utf8.count) {
                    return String(parts[1])
                }
            }
        }
        return nil
    }

    /// Whether a form was sent by a page of ours, as far as the browser says where it was.
    func isOwn(_ request: Request) -> Bool {
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
            return false
        }
        guard let origin = request.headers["origin"] else { return true }
        // A form of a page without a referrer is sent from "null".
        if origin == "null" { return request.headers["sec-fetch-site"] == "same-origin" }
        let host = request.head.host?.lowercased() ?? ""
        return origin.lowercased() == (isFromHere(request) ? "http://" : "https://") + host
    }

    /// Not where a proxy is known of: one that says nothing of its clients is on this machine, too.
    private func isFromHere(_ request: Request) -> Bool {
        request.isFromHere && configuration.clientAddress.forwardedHops == 0 && publicHost == nil
    }

    private var publicHost: String? {
        let url = configuration.publicURL.lowercased()
        guard url.hasPrefix("https://") else { return nil }
        return url.dropFirst("https://".count).split(separator: "/").first.map(String.init)
    }
}
