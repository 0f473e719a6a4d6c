/// Admits as many as there is room for, in the order of their arrival. After all of them, those that must
/// be alone follow one by one, so that the room is emptied once and not for each.
actor AdmissionQueue {
    private let room: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingAlone: [CheckedContinuation<Void, Never>] = []

    init(_ room: Int) {
        self.room = room
    }

    func take(alone: Bool = false) async {
        await withCheckedContinuation { continuation in
            if alone { waitingAlone.append(continuation) } else { waiting.append(continuation) }
            letIn()
        }
    }

    func giveBack(alone: Bool = false) {
        inside -= alone ? room : 1
        letIn()
    }

    private func letIn() {
        while inside < room, !waiting.isEmpty {
            inside += 1
            waiting.removeFirst().resume()
        }
        if inside == 0, !waitingAlone.isEmpty {
            inside = room
            waitingAlone.removeFirst().resume()
        }
    }
}
