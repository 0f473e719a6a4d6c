internal import API
internal import EventLoops

/// Clones that are ready for the next apps, and the emptied databases of deleted ones.
final class CloneStock {
    private let parts: AppParts
    private let maker: CloneMaker
    private let readyMax: Int
    private var ready: [Clone] = []
    /// Emptied databases, by name.
    private var spares: [String] = []
    /// Databases that are being emptied.
    private var emptying = 0
    private var waiters: [Waiting] = []
    private var isFilling = false
    private var isClosed = false
    /// A service with the same routes, whose description serves for all.
    private weak var model: MountedAPI?

    init(_ parts: AppParts, readyMax: Int) {
        self.parts = parts
        self.readyMax = readyMax
        maker = CloneMaker(parts)
    }

    /// The first clone, which others follow.
    func makeFirst(on loop: isolated EventLoop) async throws -> Clone {
        let clone = try await make(try await newDatabase(on: loop), on: loop)
        model = clone.api
        fill(on: loop)
        return clone
    }

    /// A clone for an app. It waits for one that is about to be ready rather than make another beside it.
    func take(on loop: isolated EventLoop) async throws -> Clone {
        while true {
            if !ready.isEmpty {
                defer { fill(on: loop) }
                return ready.removeFirst()
            }
            if let spare = spares.popLast() { return try await make(spare, on: loop) }
            guard waiters.count < emptying + (isFilling ? 1 : 0), !isClosed else {
                return try await make(try await newDatabase(on: loop), on: loop)
            }
            let waiter = Waiting()
            waiters.append(waiter)
            await waiter.wait { ready.isEmpty && spares.isEmpty && waiters.contains { $0 === waiter } }
        }
    }

    /// Takes the clone of a deleted app back, for another.
    func takeBack(_ clone: Clone, on loop: isolated EventLoop) {
        let isWanted = spares.count + emptying < readyMax
        if isWanted { emptying += 1 }
        Task.immediate(priority: EventLoop.taskPriority) {
            await clone.close(on: loop)
            let isEmpty = isWanted && !isClosed ? await maker.empty(clone.database, on: loop) : false
            if isWanted { emptying -= 1 }
            if isEmpty { spares.append(clone.database) }
            wakeOne()
            fill(on: loop)
            if !isEmpty, !isClosed { try? await maker.drop(clone.database, on: loop) }
        }
    }

    func close(on loop: isolated EventLoop) async {
        isClosed = true
        maker.close()
        while !waiters.isEmpty { wakeOne() }
        for clone in ready { await clone.close(on: loop) }
    }

    private func wakeOne() {
        if !waiters.isEmpty { waiters.removeFirst().wake() }
    }

    /// One at a time, so that tests that run have the machine. An emptied database comes before a new one.
    private func fill(on loop: isolated EventLoop) {
        guard !isFilling else { return }
        isFilling = true
        Task.immediate(priority: EventLoop.taskPriority) {
            while !isClosed, ready.count < readyMax, let database = try? await nextDatabase(on: loop),
                let clone = try? await make(database, on: loop)
            {
                ready.append(clone)
                wakeOne()
            }
            isFilling = false
            wakeOne()
        }
    }

    /// Nil where one comes by itself.
    private func nextDatabase(on loop: isolated EventLoop) async throws -> String? {
        if let spare = spares.popLast() { return spare }
        return emptying > 0 ? nil : try await newDatabase(on: loop)
    }

    private func newDatabase(on loop: isolated EventLoop) async throws -> String {
        let name = "app_\(Self.newID())"
        try await maker.make(name, on: loop)
        return name
    }

    private func make(_ database: String, on loop: isolated EventLoop) async throws -> Clone {
        if isClosed { throw AppTable.Failure.closed }
        do {
            return try await Clone(Self.newID(), database, parts, like: model, on: loop)
        } catch {
            try? await maker.drop(database, on: loop)
            throw error
        }
    }

    private static func newID() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
