internal import Forms
internal import HTTP
internal import JSON
internal import Links

/// A link in the words of `dynamicLinkInfo`: what it doesn't say has no member.
struct DynamicLinkInfoView: JSONEncodable {
    let spec: LinkSpec

    func encode(to writer: inout JSONWriter) {
        let texts = spec.parameterTexts
        writer.object { writer in
            writer.member("domainUriPrefix", spec.prefix.description)
            writer.member("link", spec.link.description)
            for section in DynamicLinkInfo.sections { Self.encode(section, texts, to: &writer) }
            if DynamicLinkInfo.analytics.contains(where: { Self.isTold($0, texts) }) {
                writer.key("analyticsInfo")
                writer.object { writer in
                    for section in DynamicLinkInfo.analytics { Self.encode(section, texts, to: &writer) }
                }
            }
            if spec.ios.isForcedRedirect {
                writer.key("navigationInfo")
                writer.object { $0.member("enableForcedRedirect", true) }
            }
        }
    }

    private static func isTold(_ section: DynamicLinkInfo.Section, _ texts: [String: String]) -> Bool {
        section.fields.contains { texts[$0.parameter] != nil }
    }

    private static func encode(
        _ section: DynamicLinkInfo.Section, _ texts: [String: String], to writer: inout JSONWriter
    ) {
        guard isTold(section, texts) else { return }
        writer.key(dynamic: section.name)
        writer.object { writer in
            for field in section.fields {
                if let text = texts[field.parameter] { writer.member(dynamic: field.name, text) }
            }
        }
    }
}
