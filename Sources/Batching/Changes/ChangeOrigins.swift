internal import Referrals
internal import Tracing
public import Values

/// The requests that changes come from, by the players that they are about: `traceparent` of each that has
/// one.
///
/// A request's own task has one origin. A batch runs for several requests, each a player's.
public struct ChangeOrigins: Sendable {
    /// Of the batch that the current task runs; nil in a request's own task.
    @TaskLocal private static var batch: ChangeOrigins?

    static var current: ChangeOrigins { batch ?? ChangeOrigins(request: ofRequest) }

    /// The current task's request's.
    package static var ofRequest: String? { RequestTrace.current?.passedOn.traceparent }

    /// Nil within for a player of several requests: none of them is sure to be the cause.
    private var byPlayer: [UserID: String?] = [:]
    private var request: String?

    private init(request: String?) {
        self.request = request
    }

    /// Of a batch without any so far.
    @usableFromInline init() {}

    @usableFromInline mutating func note(_ origin: String?, of player: UserID) {
        let isOnly = byPlayer[player].map { $0 == origin } ?? true
        byPlayer[player] = .some(isOnly ? origin : nil)
    }

    /// The origin of what a change's player did.
    func trace(of change: Change) -> String? {
        if byPlayer.isEmpty { return request }
        let player =
            switch change.data {
            case .reward(let reward): reward.subject
            case .balance(let entry): entry.subject ?? change.subject
            default: change.subject
            }
        return player.flatMap { byPlayer[$0] } ?? request
    }

    /// Runs a batch of these.
    @usableFromInline func run<Value>(_ body: () async -> Value) async -> Value {
        await Self.$batch.withValue(self) { await body() }
    }
}
