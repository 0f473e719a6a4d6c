import Foundation

/// Keeps each key as a file of mode 0600. For Linux, and for tests.
public struct FileStore: SecretStore {
    private let folder: URL

    public init(folder: URL) { self.folder = folder }

    public func get(_ key: String) throws -> Secret {
        do { return try Files.read(file(key)).map(Secret.present) ?? .absent } catch let error as FileError {
            throw StoreError("\(key): \(error)")
        }
    }

    public func put(_ key: String, _ value: Data) throws {
        try locked { try Files.replace(file(key), with: value, durably: true) }
    }

    public func delete(_ key: String) throws {
        try locked {
            guard unlink(file(key).path) == 0 || errno == ENOENT else { throw FileError("unlink") }
            try Files.syncFolder(folder)
        }
    }

    public func compareAndPut(_ key: String, expected: Data?, _ value: Data) throws -> Bool {
        try locked {
            guard try Files.read(file(key)) == expected else { return false }
            try Files.replace(file(key), with: value, durably: true)
            return true
        }
    }

    private func file(_ key: String) -> URL { folder.appendingPathComponent(key) }

    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
        try Files.makeFolder(folder)
        return try Files.locked(folder.appendingPathComponent("store.lock"), body)
    }
}
