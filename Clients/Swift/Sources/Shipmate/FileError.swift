import Foundation

/// A failed call of the operating system.
struct FileError: Error, CustomStringConvertible {
    let description: String

    /// Names the call and the reason of `errno`, never the file's content.
    init(_ call: String, code: Int32 = errno) {
        description = "\(call): \(String(cString: strerror(code)))"
    }
}

/// The calls of POSIX that the journal and the file store need, with errors that are thrown.
enum Files {
    static func makeFolder(_ folder: URL) throws {
        if mkdir(folder.path, 0o700) == 0 || errno == EEXIST { return }
        try? FileManager.default.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw FileError("mkdir") }
        #if canImport(Darwin)
            var folder = folder
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? folder.setResourceValues(values)
        #endif
    }

    static func opened<Result>(
        _ file: URL, _ flags: Int32, _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor = open(file.path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("open") }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    /// Runs `body` while no other holder of the lock runs. Other processes count, too.
    static func locked<Result>(_ file: URL, _ body: () throws -> Result) throws -> Result {
        try opened(file, O_RDWR | O_CREAT) { descriptor in
            while flock(descriptor, LOCK_EX) != 0 { if errno != EINTR { throw FileError("flock") } }
            return try body()
        }
    }

    static func write(_ data: Data, to descriptor: Int32) throws {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileError("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// The file's content from `offset` on; `nil` if there is no file.
    static func read(_ file: URL, from offset: Int = 0) throws -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw FileError("open") }
        defer { close(descriptor) }
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw FileError("lseek") }
        var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 65536))
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read") }
            if count == 0 { return data }
            data.append(contentsOf: buffer[..<count])
        }
    }

    /// Replaces a file whole: after a crash there is the old or the new content.
    static func replace(_ file: URL, with data: Data, durably: Bool) throws {
        let new = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)")
        do {
            try opened(new, O_WRONLY | O_CREAT | O_EXCL) { descriptor in
                try write(data, to: descriptor)
                if durably && fsync(descriptor) != 0 { throw FileError("fsync") }
            }
            guard rename(new.path, file.path) == 0 else { throw FileError("rename") }
        } catch {
            unlink(new.path)
            throw error
        }
        if durably { try syncFolder(file.deletingLastPathComponent()) }
    }

    static func syncFolder(_ folder: URL) throws {
        try opened(folder, O_RDONLY) { if fsync($0) != 0 { throw FileError("fsync") } }
    }
}
