/// A link written out as its parameters: `https://go.example.com/?link=…&apn=…`. Its parameters
/// are those of Firebase Dynamic Links: `LinkParameter.all`.
package enum LongLink {
    /// Each of its URLs may have `WebURL.bytesMax`, and three bytes stand for one.
    package static let bytesMax = 65_536
    /// The parameter of the signature: none of Firebase's.
    static let signatureName = "sig"
    /// Told at most: a reply should not grow with the nonsense it answers.
    static let warningsMax = 32

    package struct Parsed: Equatable, Sendable {
        package var spec: LinkSpec
        /// Unknown parameters, and values without a meaning.
        package let warnings: [LinkWarning]
        /// From the link's author, unchanged.
        package let signature: String?

        package init(spec: LinkSpec, warnings: [LinkWarning], signature: String? = nil) {
            self.spec = spec
            self.warnings = warnings
            self.signature = signature
        }
    }

    /// Reads a whole URL.
    package static func parse(_ text: String) throws(LinkRefusal) -> Parsed {
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(LinkRefusal) in try parse(bytes.span) }
        }.get()
    }

    private static func parse(_ text: Span<UInt8>) throws(LinkRefusal) -> Parsed {
        let syntax: URLSyntax
        do throws(WebURL.Mistake) {
            syntax = try URLSyntax(text, bytesMax: bytesMax)
        } catch {
            throw .invalid(.longLink, detail: error.detail)
        }
        let whole = 0..<syntax.path.upperBound
        let local = syntax.scheme == "http" ? LinkPrefix(URLSyntax.string(text, in: whole)) : nil
        guard
            let prefix = local
                ?? LinkPrefix(host: syntax.host, path: URLSyntax.string(text, in: syntax.path))
        else {
            throw .invalid(.longLink, detail: "A long link has a host, an optional path, and parameters.")
        }
        return try parse(PercentEncoding.items(of: text, in: syntax.query ?? 0..<0), prefix: prefix)
    }

    /// Reads decoded query items that came to `prefix`. Parameters for the opening are ignored: `d`,
    /// `device` and `link_click_id`. The caller checks the signature.
    ///
    /// As Firebase did, only `link` must be right: of another parameter, what means nothing is a warning and
    /// is left out. Of a parameter that comes twice, the first counts.
    package static func parse(
        _ items: [(name: String, value: String)], prefix: LinkPrefix
    ) throws(LinkRefusal) -> Parsed {
        var spec = LinkSpec(link: try payload(of: items), prefix: prefix)
        var warnings: [LinkWarning] = []
        // A list, since it stays short: each name but the known ones is a warning.
        var seen: [String] = []
        seen.reserveCapacity(min(items.count, LinkParameter.all.count + warningsMax))
        for item in items where !isPassedOver(item.name) {
            guard warnings.count < warningsMax else { break }
            let isFirst = !seen.contains(item.name)
            if isFirst { seen.append(item.name) }
            if let warning = apply(item, to: &spec, isFirst: isFirst) { warnings.append(warning) }
        }
        let signature = items.first { $0.name == signatureName }?.value
        return Parsed(spec: spec, warnings: warnings, signature: signature)
    }

    /// The URL that `parse` reads back to the same parameters, each once, in the order of
    /// `LinkParameter.all`, the signature last.
    package static func print(_ spec: LinkSpec, signature: String? = nil) -> String {
        text(of: spec, signature: signature)
    }

    static func text(of spec: LinkSpec, signature: String? = nil) -> String {
        var items = LinkParameter.all.compactMap { parameter in
            parameter.text(spec).flatMap { $0.isEmpty ? nil : (name: parameter.name, value: $0) }
        }
        if let signature { items.append((signatureName, signature)) }
        return "\(spec.prefix)/?" + PercentEncoding.query([("link", spec.link.description)] + items)
    }

    private static func isPassedOver(_ name: String) -> Bool {
        name == "d" || name == signatureName || name == "device" || name == "link_click_id"
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
    ) -> LinkWarning? {
        var shown: String { String(String.UnicodeScalarView(item.name.unicodeScalars.prefix(64))) }
        guard isFirst else {
            return LinkWarning("DUPLICATE_PARAM", "\(shown) is repeated; the first value counts.")
        }
        guard item.name != "link" else { return nil }
        guard let parameter = LinkParameter.named[item.name] else {
            return LinkWarning("UNRECOGNIZED_PARAM", "\(shown) is not a known parameter.")
        }
        return item.value.isEmpty ? nil : parameter.set(&spec, item.value)
    }
}

extension LinkSpec {
    /// A long link's parameters beside its payload.
    package var parameterTexts: [String: String] {
        var texts: [String: String] = [:]
        for parameter in LinkParameter.all {
            if let text = parameter.text(self), !text.isEmpty { texts[parameter.name] = text }
        }
        return texts
    }
}

extension LongLink {
    /// Text as it stands within a parameter of a long link.
    package static func encoded(_ text: String) -> String {
        String(PercentEncoding.query([("", text)]).dropFirst())
    }
}
