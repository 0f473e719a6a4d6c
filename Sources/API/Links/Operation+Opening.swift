internal import HTTP
internal import JSON

extension Parameter {
    /// Of whatever gives pages.
    static let visitorsLanguage = Parameter.header(
        // All that the parser takes: no language is a reason to refuse a call.
        "Accept-Language", .string(upTo: ParserLimits().headerBytesMax),
        """
        The visitor's languages (RFC 9110 §12.5.4). Pages exist in nineteen languages; English is the \
        default. A link's warnings and the reasons of a refusal are in English. A value of more than 1,024 \
        bytes counts as English.
        """
    ).example("de-AT,de;q=0.9,en;q=0.8")
}

extension Operation {
    /// The parameters and replies of opening a link, short or long.
    func opens() -> Operation {
        takes(
            .query(
                "d", .choice("1"),
                "`1` shows the debug page: the destination on each platform, and the warnings."),
            .visitorsLanguage
        )
        .givesPage(
            """
            The page: preview (iPhone and iPad), card with Open Graph, Twitter and App Links tags (bots that \
            preview links), or debug.
            """
        )
        .gives(
            302, "The destination: a store, a fallback, the payload or an app's own scheme.",
            .destination, .referrerPolicy
        )
    }
}
