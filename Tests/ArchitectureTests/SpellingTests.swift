import Testing

/// Foreign text is compared by code points, as PostgreSQL compares it: by `isSpelled(as:)`, `Spelling` or
/// bytes. Swift's own comparisons take canonically equivalent texts for one, and look at whole graphemes.
struct SpellingTests {
    /// How often a module uses one of Swift's own comparisons, for texts that are ASCII, that are not
    /// foreign, or that are only looked up by ASCII. These numbers may only fall.
    private static let accepted = [
        "API": 15, "Accounts": 7, "Batching": 14, "Console": 9, "Delivery": 4, "Forms": 2, "HTTP": 8,
        "Invitations": 6, "Ledger": 8, "LegacyAPI": 4, "Links": 28, "Pages": 15, "Referrals": 2,
        "Reporting": 2, "Rewards": 1, "Store": 4,
    ]

    @Test func `no more texts are compared by graphemes or by canonical equivalence`() throws {
        let comparing = /\.has(Prefix|Suffix)\(|Set<(String|Character)>|\[String:[ ]/
        var found: [String: Int] = [:]
        for file in try Sources.files(in: "Sources") where Self.modules.contains(file.module) {
            for line in file.code {
                let count = line.text.matches(of: comparing).count
                if count > 0 { found[file.module, default: 0] += count }
            }
        }
        for (module, count) in found {
            let most = Self.accepted[module] ?? 0
            #expect(count <= most, "\(module): see String+Spelling.swift")
            #expect(count >= most, "\(module) has \(count) now: lower its number")
        }
    }

    /// Those that read or keep what callers send.
    private static let modules: Set = [
        "API", "Accounts", "Batching", "Console", "Delivery", "Forms", "HTTP", "Invitations",
        "JSON", "Ledger", "LegacyAPI", "Limits", "Links", "Pages", "Referrals", "Reporting",
        "Rewards", "Store", "Values",
    ]
}
