/// A folder for files, gone with this.
package final class TestFolder: Sendable {
    package let path: String
    private let watchdog: Int32

    package init() throws {
        path = try Shell.makeFolder()
        watchdog = try Shell.spawnWatchdog("rm -rf \(path)")
    }

    deinit {
        Shell.close(watchdog)
    }
}
