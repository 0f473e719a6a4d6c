internal import API
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// The body of `POST /v1/managedShortLinks:create`: a link as `POST /v1/shortLinks` takes one, and a name.
struct ManagedLinkInput: BodyInput {
    static let nameLengths = 1...60

    let source: ShortLinkInput.Source
    let code: NewLink.Code
    let name: String

    static var schema: Schema {
        .closed(
            "FirebaseManagedLinkRequest", means: "A whole long link, or the same in parts, and its name.",
            [
                "name": .string(nameLengths).means("For finding the link; several links may have the same."),
                "longDynamicLink": .string(upTo: 65536).means("A whole long link; or `dynamicLinkInfo`.")
                    .nullableOptional,
                "dynamicLinkInfo": .firebaseDynamicLinkInfo.means("The link in parts.").nullableOptional,
                "suffix": .firebaseManagedSuffix.means("How to make the code.").nullableOptional,
                "sdkVersion": .string(upTo: 65536).means("Ignored.").nullableOptional,
            ])
    }

    init(_ fields: inout Fields) throws(Problem) {
        let name = fields.string("name", length: Self.nameLengths)
        code = Self.code(&fields)
        source = try ShortLinkInput.source(&fields)
        self.name = name ?? ""
    }

    /// `option` is UNGUESSABLE by default; CUSTOM uses `customSuffix` unchanged.
    private static func code(_ fields: inout Fields) -> NewLink.Code {
        guard let value = fields.optionalJSON("suffix") else { return .random(.unguessable) }
        var nested = Fields(element: value, pointer: "/suffix")
        defer { fields.adopt(nested) }
        let custom = nested.optionalValue("customSuffix", LinkValues.code)
        let option = nested.optionalString("option")
        switch option {
        case "CUSTOM":
            if let custom { return .alias(custom) }
            if !nested.has("customSuffix") {
                nested.note("customSuffix", .required, "CUSTOM needs this field.")
            }
        case nil, "OPTION_UNSPECIFIED", "UNGUESSABLE": break
        case "SHORT": return .random(.short)
        default: nested.note("option", .invalid, "An option is UNGUESSABLE, SHORT or CUSTOM.")
        }
        return .random(.unguessable)
    }
}

extension Schema {
    static var firebaseManagedSuffix: Schema {
        .closed(
            "FirebaseManagedSuffix", means: "How to make the code.",
            [
                "option": .firebaseManagedSuffixOption.means("Default: `UNGUESSABLE`.").nullableOptional,
                "customSuffix": .linkCode.means("The code itself, with `CUSTOM`.").nullableOptional,
            ])
    }

    static var firebaseManagedSuffixOption: Schema {
        .named(
            "FirebaseManagedSuffixOption",
            .choice("OPTION_UNSPECIFIED", "UNGUESSABLE", "SHORT", "CUSTOM").means(
                "How to make the code: long, as short as possible, or as in `customSuffix`."))
    }
}
