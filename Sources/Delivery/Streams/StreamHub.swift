package import Batching
package import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// The streams of one loop: it reads changes once for all of them.
package final class StreamHub {
    private static let sweepMilliseconds = 1_000
    private static let commentMilliseconds = 15_000
    private static let renewalSeconds: Int64 = 60
    private static let pageRows = 1_000
    /// Up to so many streams the database looks for their users' changes alone.
    private static let selectedUsersMax = 200
    private static let failureMilliseconds = 200
    private static let types = StreamRegistration.types.types.map(\.rawValue)

    private let context: LoopContext
    private let reader: ChangeReader
    private let registration: StreamRegistration
    private let sessions: StreamSessions
    private let isEnded: (AccessClaims) -> Bool
    private let loop: EventLoop
    private var streams: [UserID: [StreamSubscription]] = [:]
    package private(set) var count = 0
    private var cursor = ChangeCursor.start
    private var isReading = false
    private var sweep: LoopTimer?
    private var reading: LoopTimer?
    private var isClosed = false

    /// - Parameter isEnded: whether the session of a token is no longer valid.
    package init(
        _ context: LoopContext, reader: ChangeReader, sessions: StreamSessions,
        isEnded: @escaping (AccessClaims) -> Bool, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.context = context
        self.reader = reader
        self.sessions = sessions
        self.isEnded = isEnded
        self.loop = loop
        registration = StreamRegistration(pool: context.pool)
        sweep = try loop.timer { [weak self] in self?.sweepAll(on: loop) }
        // A task of the loop's isolation can only be begun there.
        reading = try loop.timer { [weak self] in self?.begin(on: loop) }
        sessions.onReplaced(on: loop) { [weak self] in self?.end(number: $0) }
    }

    /// Opens a stream. It begins with the changes after `cursor`, or with the state if some may be missing.
    package func open(
        for holder: StreamHolder, after cursor: ChangeCursor?
    ) async throws(InfrastructureError) -> StreamSubscription {
        try await context.call { () throws(PostgresError) in
            try await registration.renew()
            let stream = subscribe(holder)
            do throws(PostgresError) {
                try await begin(stream, after: cursor)
            } catch {
                close(stream)
                throw error
            }
            return stream
        }
    }

    package func close(_ stream: StreamSubscription) {
        guard let index = streams[stream.holder.uid]?.firstIndex(where: { $0 === stream }) else { return }
        streams[stream.holder.uid]?.remove(at: index)
        if streams[stream.holder.uid]?.isEmpty == true { streams[stream.holder.uid] = nil }
        count -= 1
        sessions.remove(stream.number, of: stream.holder.session)
    }

    /// Where the state is read from now on: changes up to here are in it.
    ///
    /// - Returns: nil while another state will follow, from which a client can't resume.
    package func beginState(of stream: StreamSubscription) async throws(InfrastructureError) -> ChangeCursor?
    {
        let end = try await context.call { () throws(PostgresError) in try await reader.end() }
        stream.drop(upTo: end)
        stream.canResume = canResume(after: end)
        return stream.canResume ? end : nil
    }

    /// The changes of a user, for one who asks again and again; waits up to `milliseconds` for the first.
    ///
    /// - Returns: nil where the state is to be read instead; then its cursor by `stateCursor`.
    package func page(
        of holder: StreamHolder, after cursor: ChangeCursor?, waitingMilliseconds: Int
    ) async throws(InfrastructureError) -> ChangePage? {
        try await context.call { () throws(PostgresError) in
            try await registration.renew()
            guard let cursor, try await canResume(client: cursor) else { return nil }
            // Before it looks, so that nothing comes between.
            let stream = subscribe(holder)
            defer { close(stream) }
            stream.endsAt = .now.adding(milliseconds: waitingMilliseconds)
            let page = try await page(of: holder.uid, after: cursor)
            guard !page.isAhead else { return nil }
            guard page.rows.isEmpty, waitingMilliseconds > 0 else { return page }
            stream.resume(with: [], upTo: page.next)
            startReading(from: page.horizon)
            await stream.waitForChange()
            return try await self.page(of: holder.uid, after: page.next)
        }
    }

    private func page(
        of uid: UserID, after cursor: ChangeCursor
    ) async throws(PostgresError) -> ChangePage {
        try await reader.page(after: cursor, types: Self.types, of: [uid], limit: Self.pageRows)
    }

    package func stateCursor() async throws(InfrastructureError) -> ChangeCursor {
        try await context.call { () throws(PostgresError) in try await reader.end() }
    }

    /// Ends all streams; clients come back, to another process.
    package func closeAll() {
        isClosed = true
        for stream in streams.values.joined() { stream.end(.closing) }
    }
}

extension StreamHub {
    private func subscribe(_ holder: StreamHolder) -> StreamSubscription {
        let stream = StreamSubscription(holder, number: sessions.add(holder.session, on: loop))
        streams[holder.uid, default: []].append(stream)
        count += 1
        if count == 1 { sweep?.start(afterMilliseconds: Self.sweepMilliseconds) }
        if isClosed { stream.end(.closing) }
        return stream
    }

    /// After it is subscribed, so that nothing comes between.
    private func begin(_ stream: StreamSubscription, after cursor: ChangeCursor?) async throws(PostgresError)
    {
        if let cursor, try await canResume(client: cursor), try await resume(stream, after: cursor) { return }
        let end = try await reader.end()
        stream.begin()
        startReading(from: end)
    }

    /// - Returns: false where so much is missing that the state is better, and for a cursor that is ahead.
    private func resume(
        _ stream: StreamSubscription, after cursor: ChangeCursor
    ) async throws(PostgresError) -> Bool {
        var page = try await page(of: stream.holder.uid, after: cursor)
        var rows = page.rows
        // Another stream may have begun the reading meanwhile, further on. A second page reaches at least
        // the horizon at its start, which the reading hasn't passed then. Later rows reach the stream by it.
        if page.canBeResumed, isReading, self.cursor.position > page.next.position {
            page = try await self.page(of: stream.holder.uid, after: page.next)
            rows += page.rows
        }
        guard page.canBeResumed else { return false }
        stream.resume(with: rows, upTo: page.next)
        startReading(from: page.horizon)
        return true
    }

    private func canResume(after cursor: ChangeCursor) -> Bool {
        registration.confirmed.map { cursor.position >= $0 } ?? false
    }

    /// The same for a cursor that a client sent, and may have made up.
    private func canResume(client cursor: ChangeCursor) async throws(PostgresError) -> Bool {
        guard canResume(after: cursor) else { return false }
        return !cursor.passesOver(try await context.pool.run(FindNextChangeDay(after: cursor)).first)
    }

    /// - Parameter start: a horizon of the reader's, never a client's cursor: other streams read on from it.
    private func startReading(from start: ChangeCursor) {
        guard !isReading else { return }
        isReading = true
        cursor = start
        reading?.start(afterMilliseconds: 0)
    }

    private func begin(on loop: isolated EventLoop) {
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await read()
        }
    }

    private func read() async {
        while count > 0, !isClosed {
            do throws(PostgresError) {
                let page = try await reader.page(
                    after: cursor, types: Self.types,
                    ofAny: streams.count <= Self.selectedUsersMax ? Array(streams.keys) : nil,
                    limit: Self.pageRows)
                cursor = page.next
                for row in page.rows { deliver(row) }
                if !page.isFull { await reader.wait(milliseconds: Self.sweepMilliseconds) }
            } catch {
                if error == .closed { break }
                try? await loop.sleep(milliseconds: Self.failureMilliseconds)
            }
        }
        isReading = false
    }

    private func deliver(_ row: StoredChange) {
        guard let subject = row.subject, let streams = streams[subject] else { return }
        for stream in streams where stream.sentUpTo.map({ row.cursor.position > $0.position }) ?? true {
            stream.add(.change(row))
            switch ChangeType(rawValue: row.type) {
            case .userMerged: stream.end(.merged)
            case .userErased: stream.end(.erased)
            default: break
            }
        }
    }

    private func end(number: Int) {
        streams.values.joined().first { $0.number == number }?.end(.replaced)
    }

    private func sweepAll(on loop: isolated EventLoop) {
        let (now, instant) = (context.clock.now, MonotonicInstant.now)
        for stream in streams.values.joined() { sweep(stream, now, instant) }
        guard count > 0 else { return }
        sweep?.start(afterMilliseconds: Self.sweepMilliseconds)
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await keepRegistered()
        }
    }

    private func sweep(_ stream: StreamSubscription, _ now: Timestamp, _ instant: MonotonicInstant) {
        let holder = stream.holder
        if let claims = holder.claims, isEnded(claims) { return stream.end(.signedOut) }
        if now >= holder.endsAt || stream.endsAt.map({ instant >= $0 }) ?? false {
            return stream.end(.closing)
        }
        if !stream.isRenewalSent, now.adding(seconds: Self.renewalSeconds) >= holder.endsAt {
            stream.isRenewalSent = true
            stream.add(.renewal)
        }
        if instant.milliseconds(since: stream.sentAt) >= Self.commentMilliseconds { stream.add(.comment) }
    }

    /// Once all processes write what streams need, each stream gets its state again: before, something may be
    /// missing. A stream that is being opened finds by itself whether it needs the state.
    private func keepRegistered() async {
        guard (try? await registration.renew()) != nil, registration.confirmed != nil else { return }
        for stream in streams.values.joined() where !stream.canResume && stream.sentUpTo != nil {
            stream.addState()
        }
    }
}

extension ChangePage {
    /// Whether a stream can go on behind it.
    fileprivate var canBeResumed: Bool { !isFull && !isAhead }
}
