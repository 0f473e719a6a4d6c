package import EventLoops

/// A span that waits for export.
package struct FinishedSpan: Sendable {
    package enum Work: Sendable {
        /// - Parameters:
        ///   - method: one that HTTP knows, or nil.
        ///   - route: the pattern; nil if none matched.
        case request(method: String?, route: String?, status: Int)
        case batch(kind: String, commands: Int)
        /// - Parameters:
        ///   - roundTrip: the number of statements that were sent together.
        ///   - error: the SQLSTATE, or another short name; nil after a success.
        case statement(name: String, roundTrip: Int, error: String?)
    }

    package let context: TraceContext
    package let parent: TraceContext?
    /// Whether the parent is another service's.
    package let isParentRemote: Bool
    package let work: Work
    package let start: MonotonicInstant
    package let end: MonotonicInstant
    package let links: [TraceContext]

    package init(
        _ context: TraceContext, parent: TraceContext?, isParentRemote: Bool = false, _ work: Work,
        from start: MonotonicInstant, to end: MonotonicInstant, links: [TraceContext] = []
    ) {
        self.context = context
        self.parent = parent
        self.isParentRemote = isParentRemote
        self.work = work
        self.start = start
        self.end = end
        self.links = links
    }
}
