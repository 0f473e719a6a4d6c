internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A webhook's listener, which makes every process write the changes that it wants.
struct WebhookListening {
    /// After it every process writes what is listened to: notifications are fresh for a second and a half.
    private static let confirmMilliseconds = 2_500
    private static let pauseMilliseconds = 100
    private static let waitMilliseconds = 8_000
    /// For one whose webhook isn't created yet.
    private static let lifetimeSeconds: Int64 = 60

    private let context: LoopContext
    private let loop: EventLoop

    init(_ context: LoopContext, on loop: EventLoop) {
        self.context = context
        self.loop = loop
    }

    static func name(of webhook: UUID) -> String { "webhook \(webhook.lowercaseText)" }

    /// Returns once every process writes `types`: no later change is missed. The listener goes after a
    /// minute, in which `keep` follows.
    ///
    /// - Parameter isNew: whether there is no webhook yet. The listener of one that is there must not go.
    func listen(
        _ webhook: UUID, to types: ChangeTypes, isNew: Bool
    ) async throws(PostgresError) {
        let name = Self.name(of: webhook) + (isNew ? "" : " change")
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.waitMilliseconds)
        try await context.pool.run(RegisterChangeListener(name, types, forSeconds: Self.lifetimeSeconds))
        while !context.changes.writesAll {
            let confirmed = try await context.pool.run(
                ConfirmChangeListener(name, afterMilliseconds: Self.confirmMilliseconds),
                FindConfirmedPosition(name)
            ).1
            if confirmed.first ?? nil != nil { return }
            guard MonotonicInstant.now < deadline else { throw .timedOut(.reply) }
            do { try await loop.sleep(milliseconds: Self.pauseMilliseconds) } catch { throw .closed }
        }
    }

    /// The statement that keeps it for as long as the webhook is there.
    func keep(_ webhook: UUID, _ types: ChangeTypes) -> RegisterChangeListener {
        RegisterChangeListener(Self.name(of: webhook), types, forSeconds: nil)
    }
}
