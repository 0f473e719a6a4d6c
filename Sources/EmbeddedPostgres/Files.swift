package import Glibc

/// The few file operations needed, without Foundation. None follows a symbolic link at the end of a path:
/// as root we write beside other users' folders.
package enum Files {
    package static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    package static func isDirectory(_ path: String) -> Bool {
        status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    static func isExecutable(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }

    /// The path with links and dots resolved, or nil when there is no such thing.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The target of a symbolic link; empty if it can't be read.
    package static func link(_ path: String) -> String {
        let count = 4_096
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count) { target in
            let length = max(0, readlink(path, target.baseAddress!, count))
            return String(decoding: UnsafeRawBufferPointer(target)[..<length], as: UTF8.self)
        }
    }

    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    package static func makeDirectory(_ path: String, mode: mode_t) throws(EmbeddedPostgresError) {
        guard mkdir(path, mode) != 0, errno != EEXIST else { return }
        throw .noDirectory(directory: path, reason: String(cString: strerror(errno)))
    }

    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600
    ) throws(EmbeddedPostgresError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .lastError(path, "can't be opened") }
        return descriptor
    }

    /// At most the first 64 KiB of a file, or nil when it can't be read.
    package static func read(_ path: String) -> String? {
        guard let descriptor = try? open(path, O_RDONLY) else { return nil }
        defer { close(descriptor) }
        return readAll(descriptor, bytesMax: 65_536)
    }

    package static func readAll(_ descriptor: Int32, bytesMax: Int) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < bytesMax {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @discardableResult
    package static func writeAll(_ descriptor: Int32, _ text: String) -> Bool {
        writeAll(descriptor, Array(text.utf8))
    }

    package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Replaces a file in one step: a reader, also after a power cut, sees the old text or the new.
    ///
    /// - Parameter syncs: false if a power cut may lose both, and the caller must not wait for the disk.
    package static func replace(
        _ path: String, with text: String, mode: mode_t, syncs: Bool = true
    ) throws(EmbeddedPostgresError) {
        let temporary = "\(path).\(getpid())"
        unlink(temporary)
        let descriptor = try open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
        let isWritten =
            writeAll(descriptor, text) && fchmod(descriptor, mode) == 0
            && (!syncs || fsync(descriptor) == 0)
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0 else { throw .lastError(path, "can't be written") }
    }

    /// Sees to it that a name just made is on the disk.
    package static func syncDirectory(of path: String) throws(EmbeddedPostgresError) {
        let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let descriptor = try open(directory.isEmpty ? "." : directory, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw .lastError(directory, "can't be synced") }
    }

    /// The last lines of a log, from `offset` on.
    static func tail(_ path: String, from offset: Int, lines: Int = 12) -> String {
        guard let descriptor = try? open(path, O_RDONLY) else { return "" }
        defer { close(descriptor) }
        let end = Int(lseek(descriptor, 0, SEEK_END))
        lseek(descriptor, max(offset, end - 8_192), SEEK_SET)
        let text = readAll(descriptor, bytesMax: 16_384)
        return text.split(separator: "\n").suffix(lines).map { "  \($0)" }.joined(separator: "\n")
    }
}
