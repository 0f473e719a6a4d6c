/// Lets in as many as there is room for; the others wait in the order in which they came.
actor Turns {
    private var free: Int
    private var waiting: [(share: Int, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ room: Int) {
        free = room
    }

    /// - Parameter share: of the room; whoever takes all of it is alone.
    func take(_ share: Int = 1) async {
        if waiting.isEmpty, share <= free {
            free -= share
        } else {
            await withCheckedContinuation { waiting.append((share, $0)) }
        }
    }

    func giveBack(_ share: Int = 1) {
        free += share
        while let first = waiting.first, first.share <= free {
            free -= first.share
            waiting.removeFirst().continuation.resume()
        }
    }
}
