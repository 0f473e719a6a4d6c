internal import EventLoops

/// Patience with a click that is still being stored: it is named and isn't there, and is looked for again.
struct ClickPatience {
    /// A click is stored a moment after its reply, or two where the database is busy; together the pauses are
    /// less than a request may take.
    private static let pausesMilliseconds = [150, 350]

    private let loop: EventLoop
    private var pauses: ArraySlice<Int>

    init(on loop: EventLoop, pausesMax: Int = .max) {
        self.loop = loop
        pauses = Self.pausesMilliseconds.prefix(pausesMax)
    }

    /// Whether the next look is the last.
    var isOver: Bool { pauses.isEmpty }

    /// Lets a pause go by; false when there are no more.
    mutating func wait() async -> Bool {
        guard let pause = pauses.popFirst() else { return false }
        try? await loop.sleep(milliseconds: pause)
        return true
    }
}
