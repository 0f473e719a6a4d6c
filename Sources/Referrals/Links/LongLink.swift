/// A link written out as its parameters: `https://go.example.com/?link=…&apn=…`. Source: the parameters of
/// Firebase Dynamic Links, as LINKS.md lists them.
package enum LongLink {
    /// Each of its URLs may have `WebURL.bytesMax`, and three bytes stand for one.
    package static let bytesMax = 65_536
    /// Told at most: a reply should not grow with the nonsense it answers.
    static let warningsMax = 32

    package struct Parsed: Equatable, Sendable {
        package let spec: LinkSpec
        /// Parameters that nobody knows, and values that mean nothing.
        package let warnings: [LinkWarning]

        package init(spec: LinkSpec, warnings: [LinkWarning]) {
            self.spec = spec
            self.warnings = warnings
        }
    }

    /// Reads a whole URL.
    package static func parse(_ text: String) throws(LinkRefusal) -> Parsed {
        let syntax: URLSyntax
        do throws(WebURL.Mistake) {
            syntax = try URLSyntax(text, bytesMax: bytesMax)
        } catch {
            throw .invalid(.longLink, detail: error.detail)
        }
        guard let prefix = LinkPrefix("https://\(syntax.host)\(syntax.path)") else {
            throw .invalid(.longLink, detail: "A long link is a host, maybe a path, and parameters.")
        }
        return try parse(PercentEncoding.items(of: syntax.query ?? ""), prefix: prefix)
    }

    /// Reads decoded query items that came to `prefix`. `d`, the debug page's own, is passed over.
    ///
    /// As Firebase did, only `link` must be right: of another parameter, what means nothing is a warning and
    /// is left out. Of a parameter that comes twice, the first counts.
    package static func parse(
        _ items: [(name: String, value: String)], prefix: LinkPrefix
    ) throws(LinkRefusal) -> Parsed {
        var spec = LinkSpec(link: try payload(of: items), prefix: prefix)
        var warnings: [LinkWarning] = []
        var seen: Set<String> = []
        for item in items where item.name != "d" {
            guard warnings.count < warningsMax else { break }
            warnings += apply(item, to: &spec, isFirst: seen.insert(item.name).inserted)
        }
        return Parsed(spec: spec, warnings: warnings)
    }

    /// The URL that `parse` reads back to the same parameters, each once, in the order of LINKS.md's table.
    package static func print(_ spec: LinkSpec) -> String {
        let items = LinkParameter.all.compactMap { parameter in
            parameter.text(spec).flatMap { $0.isEmpty ? nil : (name: parameter.name, value: $0) }
        }
        return "\(spec.prefix)/?" + PercentEncoding.query([("link", spec.link.description)] + items)
    }

    private static func payload(of items: [(name: String, value: String)]) throws(LinkRefusal) -> WebURL {
        guard let text = items.first(where: { $0.name == "link" })?.value else {
            throw .invalid(.link, detail: "A link is needed.")
        }
        do throws(WebURL.Mistake) {
            return try WebURL(text)
        } catch {
            throw .invalid(.link, detail: error.detail)
        }
    }

    private static func apply(
        _ item: (name: String, value: String), to spec: inout LinkSpec, isFirst: Bool
    ) -> [LinkWarning] {
        let shown = String(String.UnicodeScalarView(item.name.unicodeScalars.prefix(64)))
        guard isFirst else {
            return [LinkWarning("DUPLICATE_PARAM", "\(shown) comes more than once; the first counts.")]
        }
        if item.name == "link" || item.value.isEmpty && LinkParameter.named[item.name] != nil { return [] }
        guard let parameter = LinkParameter.named[item.name] else {
            return [LinkWarning("UNRECOGNIZED_PARAM", "There is no parameter \(shown).")]
        }
        return parameter.set(&spec, item.value).map { [$0] } ?? []
    }
}
