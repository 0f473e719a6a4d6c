package import EventLoops
internal import HTTP
internal import Postgres

/// The apps of a test server. On one loop.
package final class AppTable {
    package static let appsMax = 400
    private static let tickMilliseconds = 250
    /// Apps without calls are parked, the longest idle one first, so that hundreds cost little.
    private static let restMilliseconds = 30_000
    private static let awakeMax = 12
    /// A test between two calls of its own.
    private static let pauseMilliseconds = 1_000

    private let parts: AppParts
    private let stock: CloneStock
    private var apps: [String: TestApp] = [:]
    /// By the ids of their clones, which links in mails name after a reset.
    private var aliases: [String: String] = [:]
    private var isClosed = false
    package private(set) var calledAt = MonotonicInstant.now
    /// The app of paths without `/t/`.
    private(set) var root: TestApp!

    package init(_ parts: AppParts, readyMax: Int) {
        self.parts = parts
        stock = CloneStock(parts, readyMax: readyMax)
    }

    package func start(on loop: isolated EventLoop) async throws {
        root = try await add(try await stock.makeFirst(on: loop), on: loop)
        Task.immediate(priority: EventLoop.taskPriority) { await tick(on: loop) }
    }

    package var rootKeys: (admin: String, server: String) { (root.adminKey, root.serverKey) }

    func app(_ id: String) -> TestApp? { apps[id] ?? aliases[id].flatMap { apps[$0] } }

    var counts: (apps: Int, awake: Int) { (apps.count, apps.values.count { $0.clone.isAwake }) }

    func noteCall(of app: TestApp?) {
        calledAt = .now
        app?.noteCall()
    }

    /// - Throws: `.tooMany`.
    func make(on loop: isolated EventLoop) async throws -> TestApp {
        guard apps.count < Self.appsMax else { throw Failure.tooMany }
        return try await add(try await stock.take(on: loop), on: loop)
    }

    func remove(_ app: TestApp, on loop: isolated EventLoop) {
        apps[app.id] = nil
        aliases = aliases.filter { $0.value != app.id }
        stock.takeBack(app.clone, on: loop)
    }

    func reset(_ app: TestApp, on loop: isolated EventLoop) async throws {
        let clone = try await stock.take(on: loop)
        aliases = aliases.filter { $0.value != app.id }
        aliases[clone.id] = app.id
        stock.takeBack(app.reset(to: clone), on: loop)
        try await app.begin()
    }

    package func close(on loop: isolated EventLoop) async {
        isClosed = true
        await stock.close(on: loop)
        for app in apps.values { await app.clone.close(on: loop) }
    }

    enum Failure: Error {
        case tooMany
        case closed
    }

    private func add(_ clone: Clone, on loop: isolated EventLoop) async throws -> TestApp {
        let app = TestApp(clone, parts)
        apps[app.id] = app
        try await app.begin()
        park(except: app, on: loop)
        return app
    }

    /// Makes an app's services again, where it was parked.
    func wake(_ app: TestApp, on loop: isolated EventLoop) throws {
        guard !app.clone.isAwake else { return }
        try app.clone.wake(like: root.clone.api, on: loop)
        park(except: app, on: loop)
    }

    /// Parks apps without calls where too many are awake, the one that was called last at the end.
    private func park(except called: TestApp? = nil, on loop: isolated EventLoop) {
        let awake = apps.values.filter { $0.clone.isAwake }.sorted { $0.calledAt < $1.calledAt }
        for (index, app) in awake.enumerated() {
            let idle = MonotonicInstant.now.milliseconds(since: app.calledAt)
            let isOver = awake.count - index > Self.awakeMax && idle >= Self.pauseMilliseconds
            guard app !== root, app !== called, app.callsUnderWay == 0, app.clone.isIdle,
                isOver || idle >= Self.restMilliseconds
            else { continue }
            // Side by side, so that one whose services end slowly holds up no other.
            Task.immediate(priority: EventLoop.taskPriority) { await app.clone.park(on: loop) }
        }
    }

    private func tick(on loop: isolated EventLoop) async {
        while !isClosed, (try? await loop.sleep(milliseconds: Self.tickMilliseconds)) != nil {
            for app in Array(apps.values) where app.clone.isAwake {
                await app.clone.driver?.runDue(on: loop)
            }
            park(on: loop)
        }
    }
}
