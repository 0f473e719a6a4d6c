/// The calls of one app, in the order of their replies.
struct CallLog {
    struct Call {
        let method: String
        let path: String
        /// 0 where the connection was cut.
        let status: Int
    }

    /// Older ones are forgotten.
    private static let callsMax = 10_000

    private(set) var calls: [Call] = []

    mutating func add(_ call: Call) {
        if calls.count == Self.callsMax { calls.removeFirst(Self.callsMax / 10) }
        calls.append(call)
    }
}
