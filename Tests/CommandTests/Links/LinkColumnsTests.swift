import Testing

@testable import Invitations

@Suite struct LinkColumnsTests {
    @Test func `knows the columns of Firebase's export`() throws {
        let columns = try LinkColumns(header: ImportFiles.firebaseHeader.components(","))
        #expect(columns.columns[0] == .shortLink)
        #expect(
            columns.columns[1...25].compactMap(\.?.parameter) == [
                "link", "apn", "afl", "amv", "ibi", "ifl", "ius", "ipfl", "ipbi", "isi", "imv", "efr", "ofl",
                "st", "sd", "si", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "at",
                "ct", "mt", "pt",
            ])
        #expect(columns.columns.last == .createdAt)
        #expect(columns.ignored == ["Is archived?", "Link name"])
    }

    @Test(
        arguments: [
            (["SHORT LINK", "LONG LINK"], [.shortLink, .longLink]),
            (["short_url", "long_url"], [.shortLink, .longLink]),
            (["Short link", "link"], [.shortLink, .parameter("link")]),
            (["link", "channel"], [.shortLink, .channel]),
            (["Link URL", "$canonical_url", "~channel"], [.shortLink, .datum("$canonical_url"), .channel]),
            (["alias", "Tags", "data"], [.alias, .tags, .data]),
            (
                ["url", "UTM Source", "utm_term"],
                [.shortLink, .parameter("utm_source"), .parameter("utm_term")]
            ),
        ] as [([String], [LinkColumns.Column])])
    func `knows a column by its name, in any case`(_ header: [String], _ expected: [LinkColumns.Column])
        throws
    {
        #expect(try LinkColumns(header: header).columns == expected)
    }

    @Test(arguments: [
        (["Name", "Deep link", "Link name"], "the header has no column for the short link"),
        (["Short link", "short_link"], "the header has two columns with the same meaning: short_link"),
        (["https://example.page.link/a", "https://example.com"], "the header has no column"),
    ]) func `refuses a header that is none`(_ header: [String], _ message: String) {
        let mistake = #expect(throws: LinkColumns.Mistake.self) { try LinkColumns(header: header) }
        #expect(mistake?.description.hasPrefix(message) == true, "\(mistake?.description ?? "")")
    }
}

extension LinkColumns.Column {
    var parameter: String? {
        if case .parameter(let name) = self { name } else { nil }
    }
}
