import Foundation

/// The state behind a handle. Its extensions have one concern each.
actor Client {
    let host: URL
    let options: Options
    let caller: Caller
    let journal: Journal

    /// What this process last read from the store, or wrote to it.
    var session: Session?
    var state = SessionState.none
    var starting: Task<Player, any Error>?
    /// An opening that is sent, and the last one that was, with what came of it.
    var opening: Task<Invitation?, any Error>?
    var opened: (stored: Data, invitation: Invitation?)?
    /// What this process was started with: a start that is repeated opens nothing twice.
    var startedBy: Opening?
    var refreshing: Task<Session, any Error>?
    var draining: Task<Flush, any Error>?
    /// The e-mail and password of a `link` that runs.
    var linking: Credential?
    /// A mark of this run may be of a call that is under way.
    var hasLinked = false
    /// An anonymous player is being deleted: no other call brings it back when its session ends.
    var isErasing = false
    /// Work that ends with the handle.
    var background: [Work: Task<Void, Never>] = [:]
    private var repeated: Set<Work> = []
    var isClosed = false

    var sequences = Sequences()

    /// How many events the next batch has at most: fewer after a body that was too large.
    var batchEvents = BatchLimits.unasked.events
    var batchLimits: BatchLimits?
    var lastError: String?

    enum Work: Hashable { case confirm, send, commit, feed, open }

    init(host: URL, options: Options) {
        (self.host, self.options) = (host, options)
        caller = Caller(host: host, transport: options.transport, random: options.random, log: options.log)
        journal = Journal(folder: options.resolvedFolder(host: host), limits: options.journal)
    }

    var store: any SecretStore { options.resolvedStore(host: host) }
    var now: Date { options.now() }

    /// Ends all work and all sequences.
    func close() {
        isClosed = true
        for task in background.values { task.cancel() }
        background = [:]
        starting?.cancel()
        draining?.cancel()
        opening?.cancel()
        sequences.finish()
    }

    /// Starts work, unless it runs already. Work that was asked for meanwhile runs `again`: it may have looked before.
    /// The body is isolated, so that no other call comes between its end and the note of it.
    func run(_ work: Work, again: Bool = false, _ body: @escaping @Sendable (isolated Client) async -> Void) {
        guard !isClosed else { return }
        guard background[work] == nil else {
            if again { repeated.insert(work) }
            return
        }
        background[work] = Task {
            await body(self)
            guard !Task.isCancelled else { return }
            background[work] = nil
            if repeated.remove(work) != nil { run(work, again: true, body) }
        }
    }

    func stop(_ work: Work) {
        repeated.remove(work)
        background[work]?.cancel()
        background[work] = nil
    }

    func move(to new: SessionState) {
        guard new != state else { return }
        state = new
        options.log("session: \(new.rawValue)")
        sequences.states.send(new)
    }

    func note(_ error: any Error, _ doing: String) {
        lastError = "\(doing): \(ShipmateError(error))"
        options.log("\(doing): \(ShipmateError(error))")
    }

    /// Random text of the alphabet of base64url: 22 characters for 16 bytes, 43 for 32.
    func secret(bytes: Int) -> String {
        Data(options.random(bytes)).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}

extension Client {
    func listen(states continuation: AsyncStream<SessionState>.Continuation) {
        listen(\.states, continuation)
    }

    func listen(rejections continuation: AsyncStream<Rejection>.Continuation) {
        listen(\.rejections, continuation)
    }

    func listen(invitations continuation: AsyncStream<Invitation>.Continuation) {
        loadInvitation()
        listen(\.invitations, continuation)
        if sequences.invitations.last != nil && session != nil { deleteInvitation() }
    }

    func listen(balances continuation: AsyncStream<Balances>.Continuation) {
        if sequences.balances.last == nil, let cached = cachedBalances() { sequences.balances.send(cached) }
        listen(\.balances, continuation)
        follow()
    }

    private func listen<Value: Sendable>(
        _ path: WritableKeyPath<Sequences, Listeners<Value>> & Sendable,
        _ continuation: AsyncStream<Value>.Continuation
    ) {
        guard !isClosed else { return continuation.finish() }
        let id = sequences[keyPath: path].add(continuation)
        continuation.onTermination = { [weak self] _ in
            Task { [weak self] in await self?.forget(path, id) }
        }
    }

    private func forget<Value: Sendable>(
        _ path: WritableKeyPath<Sequences, Listeners<Value>> & Sendable, _ id: Int
    ) {
        sequences[keyPath: path].remove(id)
        guard sequences.balances.isEmpty else { return }
        // The next reader begins with the cache: what is known now is soon old.
        stop(.feed)
        sequences.balances.forgetLast()
    }
}

/// The value of shared work. A waiter that is cancelled leaves; the work goes on for the others.
func shared<Value: Sendable>(_ task: Task<Value, any Error>) async throws -> Value {
    let results = AsyncStream<Result<Value, any Error>> { continuation in
        Task {
            continuation.yield(await task.result)
            continuation.finish()
        }
    }
    for await result in results { return try result.get() }
    throw CancellationError()
}
