internal import Links

/// What User-Agents were found to say: a few thousand of them make nearly all visits, and reading one was
/// two fifths of a redirect.
final class VisitorCache {
    /// About 300 bytes each.
    private static let entriesMax = 2_048
    /// Longer ones are rare, and read each time.
    private static let agentBytesMax = 256

    private var visitors: [String: Visitor] = [:]

    func visitor(userAgent: String) -> Visitor {
        if let known = visitors[userAgent] { return known }
        let visitor = Visitor(userAgent: userAgent)
        guard userAgent.utf8.count <= Self.agentBytesMax else { return visitor }
        // A flood of made-up agents costs those of others a second reading, and no more.
        if visitors.count >= Self.entriesMax { visitors.removeAll(keepingCapacity: true) }
        visitors[userAgent] = visitor
        return visitor
    }
}
