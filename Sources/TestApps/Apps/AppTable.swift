package import EventLoops
internal import HTTP
internal import Postgres

/// The apps of a test server, and clones that are ready for the next ones. On one loop.
package final class AppTable {
    package static let appsMax = 400
    private static let tickMilliseconds = 250
    /// Without calls an app's recurring work rests: hundreds of idle apps cost nothing.
    private static let restMilliseconds = 30_000

    private let parts: AppParts
    private let maker: CloneMaker
    private let readyMax: Int
    private var ready: [Clone] = []
    private var making = 0
    private var apps: [String: TestApp] = [:]
    /// By the ids of their clones, which links in mails name after a reset.
    private var aliases: [String: String] = [:]
    private var isClosed = false
    private var isFilling = false
    /// Described once for all.
    private var first: Clone?
    package private(set) var calledAt = MonotonicInstant.now
    /// The app of paths without `/t/`.
    private(set) var root: TestApp!

    package init(_ parts: AppParts, readyMax: Int) {
        self.parts = parts
        self.readyMax = readyMax
        maker = CloneMaker(parts)
    }

    package func start(on loop: isolated EventLoop) async throws {
        let clone = try await makeClone(on: loop)
        first = clone
        root = try await add(clone)
        Task.immediate(priority: EventLoop.taskPriority) { await tick(on: loop) }
        fill(on: loop)
    }

    package var rootKeys: (admin: String, server: String) { (root.adminKey, root.serverKey) }

    func app(_ id: String) -> TestApp? { apps[id] ?? aliases[id].flatMap { apps[$0] } }

    func noteCall(of app: TestApp?) {
        calledAt = .now
        app?.calledAt = .now
    }

    /// - Throws: `.tooMany`.
    func make(on loop: isolated EventLoop) async throws -> TestApp {
        guard apps.count < Self.appsMax else { throw Failure.tooMany }
        return try await add(try await takeClone(on: loop))
    }

    func remove(_ app: TestApp, on loop: isolated EventLoop) {
        apps[app.id] = nil
        aliases = aliases.filter { $0.value != app.id }
        drop(app.clone, on: loop)
    }

    func reset(_ app: TestApp, on loop: isolated EventLoop) async throws {
        let clone = try await takeClone(on: loop)
        aliases = aliases.filter { $0.value != app.id }
        aliases[clone.id] = app.id
        drop(app.reset(to: clone), on: loop)
        try await app.begin()
    }

    package func close(on loop: isolated EventLoop) async {
        isClosed = true
        for app in apps.values { await app.clone.close(on: loop) }
        for clone in ready { await clone.close(on: loop) }
        maker.close()
    }

    enum Failure: Error {
        case tooMany
    }

    private func add(_ clone: Clone) async throws -> TestApp {
        let app = TestApp(clone, parts)
        apps[app.id] = app
        try await app.begin()
        return app
    }

    private func takeClone(on loop: isolated EventLoop) async throws -> Clone {
        if !ready.isEmpty {
            defer { fill(on: loop) }
            return ready.removeFirst()
        }
        return try await makeClone(on: loop)
    }

    private func makeClone(on loop: isolated EventLoop) async throws -> Clone {
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        try await maker.make(Clone.database(of: id), on: loop)
        return try await Clone(id, parts, like: first?.api, on: loop)
    }

    /// One at a time, so that tests that run have the machine.
    private func fill(on loop: isolated EventLoop) {
        guard !isFilling else { return }
        isFilling = true
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            while !isClosed, ready.count < readyMax, let clone = try? await makeClone(on: loop) {
                ready.append(clone)
            }
            isFilling = false
        }
    }

    private func drop(_ clone: Clone, on loop: isolated EventLoop) {
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await clone.close(on: loop)
            try? await maker.drop(Clone.database(of: clone.id), on: loop)
        }
    }

    private func tick(on loop: isolated EventLoop) async {
        while !isClosed, (try? await loop.sleep(milliseconds: Self.tickMilliseconds)) != nil {
            for app in Array(apps.values)
            where MonotonicInstant.now.milliseconds(since: app.calledAt) < Self.restMilliseconds {
                await app.clone.driver.runDue(on: loop)
            }
        }
    }
}
