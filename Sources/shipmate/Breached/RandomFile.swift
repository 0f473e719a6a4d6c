internal import Glibc

/// A file that is read here and there, open for as long as this lives.
struct RandomFile: ~Copyable {
    let size: Int
    private let descriptor: Int32
    private let path: String

    /// Follows symbolic links, which is how containers are given their files.
    init(_ path: String) throws(BreachedList.Trouble) {
        (descriptor, size) = try Self.opened(path)
        self.path = path
    }

    private static func opened(
        _ path: String
    ) throws(BreachedList.Trouble) -> (descriptor: Int32, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw BreachedList.Trouble(description: "\(path): \(reason)")
        }
        return (descriptor, Int(status.st_size))
    }

    deinit {
        close(descriptor)
    }

    /// As many as there are, up to `count`.
    func bytes(at offset: Int, count: Int) throws(BreachedList.Trouble) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
        var length = 0
        while length < bytes.count {
            let got = bytes[length...].withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, offset + length)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else {
                throw BreachedList.Trouble(description: "\(path): \(String(cString: strerror(errno)))")
            }
            if got == 0 { break }
            length += got
        }
        return Array(bytes.prefix(length))
    }
}
