internal import API
internal import Accounts
internal import EventLoops
internal import HTTP
internal import Postgres
internal import Service

/// A service with a database of its own, ready to be an app. Parked, it has neither connections nor services;
/// the database, the clock and the mails stay.
final class Clone {
    private static let readyMilliseconds = 20_000

    let id: String
    /// The name of its database, which may have served other apps.
    let database: String
    let mailbox = Mailbox()
    private let parts: AppParts
    private let configuration: APIConfiguration
    private var running: (api: MountedAPI, driver: RoundDriver)?
    private var clock: AppClock.Kept?
    private var isReady = false
    private var isClosed = false
    private let becoming = Exclusive()

    /// Returns when a request would be served.
    init(
        _ id: String, _ database: String, _ parts: AppParts, like other: MountedAPI?,
        on loop: isolated EventLoop
    ) async throws {
        self.id = id
        self.database = database
        self.parts = parts
        let mailbox = self.mailbox
        configuration = try parts.configure(
            AppParts.Terms(
                database: try parts.connect(database), id: id, url: "\(parts.url)/t/\(id)",
                mail: .mailbox { content, text in mailbox.keep(content, text) }))
        try wake(like: other, on: loop)
        try await becomeReady(on: loop)
        // The days that the clock begins with have no partitions yet.
        if let start = parts.clockStart { try await awake().driver.clock.set(start, isFrozen: false) }
        try await awake().driver.beginDay(on: loop)
    }

    /// Nil where it is parked or closed.
    var api: MountedAPI? { running?.api }
    var driver: RoundDriver? { running?.driver }
    var isAwake: Bool { running != nil }
    /// Whether it sends nothing just now.
    var isIdle: Bool { running?.driver.isIdle ?? true }

    /// For a request, which keeps it awake unless the app is deleted meanwhile.
    func awake() throws(Problem) -> (api: MountedAPI, driver: RoundDriver) {
        guard let running else { throw .deleted }
        return running
    }

    /// Makes the services, which connect meanwhile.
    func wake(like other: MountedAPI?, on loop: isolated EventLoop) throws {
        guard running == nil else { return }
        if isClosed { throw Problem.deleted }
        let api = try MountedAPI(configuration, shared: try parts.share(), like: other, on: loop)
        running = (api, RoundDriver(api, clock: clock))
        isReady = false
    }

    /// Waits until a request would be served.
    func becomeReady(on loop: isolated EventLoop) async throws {
        if isReady { return }
        try await becoming.run { () async throws in
            let deadline = MonotonicInstant.now.adding(milliseconds: Self.readyMilliseconds)
            while let running, !running.api.services.isReady {
                guard MonotonicInstant.now < deadline else { throw PostgresError.timedOut(.connection) }
                try await loop.sleep(milliseconds: 1)
            }
            isReady = running != nil
        }
    }

    /// Gives up connections and services.
    func park(on loop: isolated EventLoop) async {
        guard let running else { return }
        clock = running.driver.clock.kept
        self.running = nil
        await running.api.close(on: loop)
    }

    func close(on loop: isolated EventLoop) async {
        isClosed = true
        await park(on: loop)
    }
}

extension Problem {
    fileprivate static let deleted = Problem(of: .notFound, detail: "The app was deleted.")
}
