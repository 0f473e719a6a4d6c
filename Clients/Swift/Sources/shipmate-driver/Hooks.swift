import Foundation
import Shipmate

/// What tests can change while the library runs: each is a file, so that it can be read from anywhere.
struct Hooks: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("shipmate-driver-\(ProcessInfo.processInfo.processIdentifier)")
    private var clock: URL { folder.appendingPathComponent("clock") }
    private var lock: URL { folder.appendingPathComponent("lock") }

    init() { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    var now: Date {
        let offset = (try? String(contentsOf: clock, encoding: .utf8)).flatMap(Double.init) ?? 0
        return Date().addingTimeInterval(offset)
    }

    func setClock(offsetSeconds: Double) throws {
        try "\(offsetSeconds)".write(to: clock, atomically: true, encoding: .utf8)
    }

    var isLocked: Bool { FileManager.default.fileExists(atPath: lock.path) }

    func setLocked(_ locked: Bool) throws {
        if locked { try Data().write(to: lock) } else { try FileManager.default.removeItem(at: lock) }
    }
}

/// The file store, which can be locked like a phone that was not unlocked since its start.
struct LockableStore: SecretStore {
    let files: FileStore
    let hooks: Hooks

    func get(_ key: String) throws -> Secret { hooks.isLocked ? .notReadableYet : try files.get(key) }
    func put(_ key: String, _ value: Data) throws { try unlocked().put(key, value) }
    func delete(_ key: String) throws { try unlocked().delete(key) }
    func compareAndPut(_ key: String, expected: Data?, _ value: Data) throws -> Bool {
        try unlocked().compareAndPut(key, expected: expected, value)
    }

    private func unlocked() throws -> FileStore {
        if hooks.isLocked { throw StoreError("locked") }
        return files
    }
}
