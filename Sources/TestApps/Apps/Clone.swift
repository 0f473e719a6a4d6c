internal import API
internal import Accounts
internal import EventLoops
internal import Postgres
internal import Service

/// A running service with a database of its own, ready to be an app.
final class Clone {
    private static let readyMilliseconds = 20_000

    let id: String
    let api: MountedAPI
    let driver: RoundDriver
    let mailbox: Mailbox

    /// Returns when a request would be served.
    init(
        _ id: String, _ parts: AppParts, like other: MountedAPI?, on loop: isolated EventLoop
    ) async throws {
        self.id = id
        let mailbox = Mailbox()
        self.mailbox = mailbox
        let terms = AppParts.Terms(
            database: try parts.connect(Self.database(of: id)), id: id, url: "\(parts.url)/t/\(id)",
            mail: .mailbox { content, text in mailbox.keep(content, text) })
        let (configuration, shared) = try parts.compose(terms)
        api = try MountedAPI(configuration, shared: shared, like: other, on: loop)
        driver = RoundDriver(api)
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.readyMilliseconds)
        while !api.services.isReady {
            guard MonotonicInstant.now < deadline else { throw PostgresError.timedOut(.connection) }
            try await loop.sleep(milliseconds: 1)
        }
        // The days that the clock begins with have no partitions yet.
        if let start = parts.clockStart { try await driver.clock.set(start, isFrozen: false) }
        await driver.runAll(on: loop)
    }

    static func database(of id: String) -> String { "app_\(id)" }

    func close(on loop: isolated EventLoop) async {
        await api.close(on: loop)
    }
}
