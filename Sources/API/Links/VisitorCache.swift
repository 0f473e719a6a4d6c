internal import Links
internal import Pages

/// What User-Agents and languages were found to say: a few thousand of them make nearly all visits, and
/// reading an agent was two fifths of a redirect.
final class VisitorCache {
    /// About 300 bytes each.
    private static let entriesMax = 2_048
    /// Longer ones are rare, and read each time.
    private static let agentBytesMax = 256

    private var visitors: [String: Visitor] = [:]
    private var languages: [String: PageLanguage] = [:]

    func visitor(userAgent: String) -> Visitor {
        if let known = visitors[userAgent] { return known }
        let visitor = Visitor(userAgent: userAgent)
        guard userAgent.utf8.count <= Self.agentBytesMax else { return visitor }
        // A flood of made-up agents costs those of others a second reading, and no more.
        if visitors.count >= Self.entriesMax { visitors.removeAll(keepingCapacity: true) }
        visitors[userAgent] = visitor
        return visitor
    }

    /// - Parameter header: `Accept-Language`.
    func language(accepting header: String) -> PageLanguage {
        if let known = languages[header] { return known }
        let language = PageLanguage(accepting: header)
        guard header.utf8.count <= Self.agentBytesMax else { return language }
        if languages.count >= Self.entriesMax { languages.removeAll(keepingCapacity: true) }
        languages[header] = language
        return language
    }
}
