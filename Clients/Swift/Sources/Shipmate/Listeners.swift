import Foundation

/// Passes values on to any number of sequences. With `replays`, a new one begins with the last value.
struct Listeners<Value: Sendable> {
    private let replays: Bool
    private var next = 0
    private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    private(set) var last: Value?

    init(replays: Bool) { self.replays = replays }

    var isEmpty: Bool { continuations.isEmpty }

    mutating func add(_ continuation: AsyncStream<Value>.Continuation) -> Int {
        next += 1
        continuations[next] = continuation
        if replays, let last { continuation.yield(last) }
        return next
    }

    mutating func remove(_ id: Int) { continuations[id] = nil }

    mutating func send(_ value: Value) {
        last = value
        for continuation in continuations.values { continuation.yield(value) }
    }

    mutating func forgetLast() { last = nil }

    mutating func finish() {
        for continuation in continuations.values { continuation.finish() }
        continuations = [:]
    }
}

/// The sequences of a handle.
struct Sequences {
    var states = Listeners<SessionState>(replays: true)
    var invitations = Listeners<Invitation>(replays: true)
    var rejections = Listeners<Rejection>(replays: false)
    var balances = Listeners<Balances>(replays: true)

    mutating func finish() {
        states.finish()
        invitations.finish()
        rejections.finish()
        balances.finish()
    }
}
