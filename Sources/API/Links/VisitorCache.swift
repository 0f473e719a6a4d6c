internal import Basics
internal import Links
internal import Pages

/// The results for User-Agents and languages. A few thousand of them make nearly all visits, and parsing an
/// agent was two fifths of a redirect's cost.
final class VisitorCache {
    /// Longer ones are rare, and read each time.
    private static let agentBytesMax = 256

    /// About 300 bytes each.
    private var visitors = BoundedCache<String, Visitor>(entriesMax: 2_048)
    private var languages = BoundedCache<String, PageLanguage>(entriesMax: 2_048)

    func visitor(userAgent: String) -> Visitor {
        if let known = visitors[userAgent] { return known }
        let visitor = Visitor(userAgent: userAgent)
        guard userAgent.utf8.count <= Self.agentBytesMax else { return visitor }
        visitors[userAgent] = visitor
        return visitor
    }

    /// - Parameter header: `Accept-Language`.
    func language(accepting header: String) -> PageLanguage {
        if let known = languages[header] { return known }
        let language = PageLanguage(accepting: header)
        guard header.utf8.count <= Self.agentBytesMax else { return language }
        languages[header] = language
        return language
    }
}
