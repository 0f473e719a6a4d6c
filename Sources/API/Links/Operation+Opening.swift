internal import HTTP
internal import JSON

extension Parameter {
    /// Of whatever gives pages.
    static let visitorsLanguage = Parameter.header(
        // All that the parser takes: no language is a reason to refuse a call.
        "Accept-Language", .string(upTo: ParserLimits().headerBytesMax),
        """
        What the visitor reads (RFC 9110 §12.5.4). Pages speak nineteen languages, and English to all \
        others; a link's warnings and why one is refused are in English. More than 1,024 bytes are taken for English.
        """
    ).example("de-AT,de;q=0.9,en;q=0.8")
}

extension Operation {
    /// What opening a link takes and gives, be it long or short.
    func opens() -> Operation {
        takes(
            .query(
                "d", .choice("1"), "`1` shows the debug page: where each platform goes, and the warnings."),
            .visitorsLanguage
        )
        .givesPage(
            """
            The page: preview (iPhone and iPad), card with Open Graph, Twitter and App Links tags (bots that \
            preview links), or debug.
            """
        )
        .gives(
            302, "Where the visitor goes: a store, a fallback, the payload or an app's own scheme.",
            .destination, .referrerPolicy
        )
    }
}
