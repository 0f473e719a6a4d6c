internal import API
internal import HTTP
internal import JSON
internal import Links

/// The parts of a Dynamic Link, under the app's own prefixes.
struct DynamicLinkRequest {
    let profile: AppProfile

    /// Firebase's own domains for its customers, which are shut down.
    private static let lentDomains = [".page.link", ".app.goo.gl"]

    func parse(_ source: ShortLinkInput.Source) throws(Problem) -> LongLink.Parsed {
        do throws(LinkRefusal) {
            switch source {
            case .long(let text): return replacingLentDomain(of: try LongLink.parse(text))
            case .info(let info): return try parse(info)
            }
        } catch {
            throw Problem([error]) ?? .internalError
        }
    }

    private func parse(_ info: DynamicLinkInfo) throws(LinkRefusal) -> LongLink.Parsed {
        var prefix = profile.prefixes[0]
        if let text = info.prefix {
            guard let given = LinkPrefix(text) else {
                throw .invalid(.prefix, detail: "Not a host or an https prefix.")
            }
            prefix = given
        }
        let parsed = replacingLentDomain(of: try LongLink.parse(info.items, prefix: prefix))
        return LongLink.Parsed(spec: parsed.spec, warnings: parsed.warnings + warnings(of: info))
    }

    /// A link for such a domain gets the app's first prefix: a back end that still sends the old one works,
    /// with a warning.
    private func replacingLentDomain(of parsed: LongLink.Parsed) -> LongLink.Parsed {
        let prefix = parsed.spec.prefix
        guard !profile.prefixes.contains(prefix), Self.lentDomains.contains(where: prefix.host.hasSuffix)
        else { return parsed }
        var spec = parsed.spec
        spec.prefix = profile.prefixes[0]
        let warning = LinkWarning(
            "DEPRECATED_PARAM", "\(prefix.host) is gone; the link uses \(spec.prefix) instead.")
        return LongLink.Parsed(spec: spec, warnings: parsed.warnings + [warning])
    }

    /// `androidLink` led elsewhere on Android; Firebase itself had given it up for `link`.
    private func warnings(of info: DynamicLinkInfo) -> [LinkWarning] {
        guard let androidLink = info.androidLink, !androidLink.isEmpty else { return [] }
        let isSame = info.items.contains { $0 == ("link", androidLink) }
        let code = isSame ? "UNNECESSARY_ANDROID_LINK" : "DEPRECATED_PARAM"
        return [LinkWarning(code, "androidLink is not used: link opens on every platform.")]
    }
}
