internal import HTTP
internal import Pages
internal import Resources

/// A page of the console as HTML: whole in one reply, with its stylesheet and its script.
struct ConsolePage {
    private static let stylesheet = Stylesheet(bytes: Resource.bytes("console.css"))
    private static let script = PageScript(Resource.bytes("console.js"), callsBack: false)
    private static let policy =
        "default-src 'none'; \(script.policy)style-src \(stylesheet.policySource); base-uri 'none'; "
        + "form-action 'self'; frame-ancestors 'none'"

    var status = 200
    let title: String
    let words: Words
    /// Around the content; nil before the sign-in.
    var frame: Frame?
    /// Whether it asks before something is done. The focus is then on the title, and Enter does nothing.
    var asks = false
    var head: (inout HTMLWriter) -> Void = { _ in }
    let main: (inout HTMLWriter) -> Void

    func response(with headers: [ResponseHeader]) -> Response {
        var response = response
        response.headers += headers
        return response
    }

    var response: Response {
        var writer = HTMLWriter()
        writer.doctype()
        writer.element("html", [.text("lang", words.language.rawValue)]) { writer in
            writer.element("head", [], writeHead)
            writer.element("body", [.text("class", frame == nil ? "bare" : "framed")]) { writer in
                if let frame { frame.write(to: &writer) }
                writer.element("main", [.text("id", "content"), .text("tabindex", "-1")]) { writer in
                    frame?.writeTabs(to: &writer)
                    writer.element(
                        "h1", asks ? [.text("tabindex", "-1"), .text("autofocus", "")] : [], text: title)
                    main(&writer)
                    frame?.writeFoot(to: &writer)
                }
            }
        }
        return Response(
            status: status, contentType: "text/html; charset=utf-8", body: writer.bytes,
            headers: [
                ResponseHeader(.contentSecurityPolicy, Self.policy),
                ResponseHeader(.referrerPolicy, "same-origin"), ResponseHeader(.cacheControl, "no-store"),
            ])
    }

    private func writeHead(_ writer: inout HTMLWriter) {
        writer.open("meta", [.text("charset", "utf-8")])
        writer.element("title", text: "\(title) · Shipmate")
        writer.open(
            "meta", [.text("name", "viewport"), .text("content", "width=device-width, initial-scale=1")])
        writer.open("meta", [.text("name", "robots"), .text("content", "noindex")])
        head(&writer)
        writer.style(Self.stylesheet)
        writer.script(Self.script)
    }
}
