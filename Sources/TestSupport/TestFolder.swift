/// A folder for files, gone with this.
final class TestFolder: Sendable {
    let path: String
    private let watchdog: Int32

    init() throws {
        path = try Shell.makeFolder()
        watchdog = try Shell.spawnWatchdog("rm -rf \(path)")
    }

    deinit {
        Shell.close(watchdog)
    }
}
