internal import HTTP
internal import Links
internal import Pages

/// A new link as the fields of a form.
struct LinkForm {
    /// Name, label, and characters at most.
    private static let fields: [(name: String, label: Word, length: Int)] = [
        ("link", .destination, 2_048), ("alias", .alias, 128), ("channel", .channel, 100),
        ("campaign", .campaign, 100), ("tags", .tags, 500), ("title", .cardTitle, 300),
        ("text", .cardText, 500), ("image", .cardImage, 2_048),
    ]
    private static let (tagsMax, tagCharactersMax) = (32, 64)

    private let values: [String: String]

    init(_ query: Query) {
        values = Dictionary(
            Self.fields.map { ($0.name, query[$0.name]?.trimmed ?? "") }, uniquingKeysWith: { $1 })
    }

    var isEmpty: Bool { self["link"].isEmpty }
    var title: String { self["title"] }
    var text: String { self["text"] }

    private subscript(name: String) -> String { values[name] ?? "" }

    func alias(_ profile: AppProfile) throws(ActionRefusal) -> LinkCode? {
        guard !self["alias"].isEmpty else { return nil }
        guard let code = LinkCode(self["alias"]) else { throw .wrong(.aliasWrong) }
        guard !profile.isReserved(code) else { throw .wrong(.aliasInUse) }
        return code
    }

    /// Checked by the profile.
    func spec(_ profile: AppProfile) throws(ActionRefusal) -> LinkSpec {
        guard let prefix = profile.prefixes.first else { throw .wrong(.linksOff) }
        var spec = LinkSpec(link: try url("link"), prefix: prefix)
        for (name, _, length) in Self.fields {
            let value = self[name]
            let isPrintable = value.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
            guard isPrintable, value.unicodeScalars.count <= length else { throw .wrong(.linkTextWrong) }
        }
        spec.channel = any("channel")
        spec.campaign = any("campaign")
        spec.tags = try tags()
        spec.social.title = any("title")
        spec.social.description = any("text")
        spec.social.imageLink = self["image"].isEmpty ? nil : try url("image")
        switch profile.refusals(of: spec).first {
        case .invalid(_, let detail): throw .wrong(.detailed, [("detail", detail)])
        case .notAllowed: throw .wrong(.linkNotAllowed)
        case nil: return spec
        }
    }

    private func any(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }

    private func tags() throws(ActionRefusal) -> [String] {
        let tags = self["tags"].split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        guard tags.count <= Self.tagsMax,
            tags.allSatisfy({ $0.unicodeScalars.count <= Self.tagCharactersMax })
        else { throw .wrong(.tagsWrong) }
        return tags
    }

    private func url(_ name: String) throws(ActionRefusal) -> WebURL {
        do throws(WebURL.Mistake) {
            return try WebURL(self[name])
        } catch {
            throw .wrong(.detailed, [("detail", error.detail)])
        }
    }

    func write(to writer: inout HTMLWriter, _ words: Words) {
        for field in Self.fields {
            writer.field(
                words[field.label],
                [
                    .text("type", "text"), .text("name", field.name),
                    .text("maxlength", String(field.length)), .text("value", self[field.name]),
                ] + (field.name == "link" ? [.text("required", "")] : []))
        }
    }

    func writeHidden(to writer: inout HTMLWriter) {
        for field in Self.fields { writer.hidden(field.name, self[field.name]) }
    }
}
