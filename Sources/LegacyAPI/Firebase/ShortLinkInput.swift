internal import API
internal import HTTP
internal import Invitations
internal import JSON

/// The body of `POST /v1/shortLinks`: a long link, or the same as an object.
struct ShortLinkInput: BodyInput {
    enum Source {
        case long(String)
        case info(DynamicLinkInfo)
    }

    let source: Source
    let suffix: NewLink.Suffix

    static var schema: Schema {
        .closed(
            "FirebaseShortLinkRequest", means: "A whole long link, or the same in parts.",
            [
                "longDynamicLink": .string(upTo: 65536).means("A whole long link; or `dynamicLinkInfo`.")
                    .nullableOptional,
                "dynamicLinkInfo": .firebaseDynamicLinkInfo.means("The link in parts.").nullableOptional,
                "suffix": .firebaseSuffix.means("How to make the code.").nullableOptional,
                "sdkVersion": .string(upTo: 65536).means("Ignored.").nullableOptional,
            ])
    }

    init(_ fields: inout Fields) throws(Problem) {
        let suffix = Self.suffix(&fields)
        source = try Self.source(&fields)
        self.suffix = suffix
    }

    /// The shared parts of all calls that make a link; reads to the end.
    static func source(_ fields: inout Fields) throws(Problem) -> Source {
        _ = fields.optionalString("sdkVersion")
        let long = fields.optionalString("longDynamicLink")
        var info: DynamicLinkInfo?
        if let value = fields.optionalJSON("dynamicLinkInfo") {
            var nested = Fields(element: value, pointer: "/dynamicLinkInfo")
            info = DynamicLinkInfo(&nested)
            fields.adopt(nested)
        }
        if (long == nil) == (info == nil) {
            fields.note("longDynamicLink", .required, "Give either longDynamicLink or dynamicLinkInfo.")
        }
        try fields.finish()
        return info.map(Source.info) ?? .long(long ?? "")
    }

    /// `option` is UNGUESSABLE by default.
    private static func suffix(_ fields: inout Fields) -> NewLink.Suffix {
        guard let value = fields.optionalJSON("suffix") else { return .unguessable }
        var nested = Fields(element: value, pointer: "/suffix")
        let suffix = nested.optionalValue("option") { (text: String) throws(FieldError) in
            text == "OPTION_UNSPECIFIED" ? .unguessable : try LinkValues.suffix(text)
        }
        fields.adopt(nested)
        return suffix ?? .unguessable
    }
}

extension Schema {
    static var firebaseSuffix: Schema {
        .closed(
            "FirebaseSuffix", means: "How to make the code.",
            [
                "option": .firebaseSuffixOption.means("Default: `UNGUESSABLE`.").nullableOptional
            ])
    }

    static var firebaseSuffixOption: Schema {
        .named(
            "FirebaseSuffixOption",
            .choice("OPTION_UNSPECIFIED", "UNGUESSABLE", "SHORT").means(
                "How to make the code: long, or as short as possible."))
    }
}
