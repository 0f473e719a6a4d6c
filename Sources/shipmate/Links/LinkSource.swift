internal import Glibc

/// The file to import, or standard input for `-`, read in pieces.
struct LinkSource {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let pieceBytes = 262_144

    let path: String

    var isStandardInput: Bool { path == "-" }

    /// Hands the bytes over, piece by piece.
    func read(_ body: (ArraySlice<UInt8>) async throws -> Void) async throws {
        let descriptor = try open()
        defer { if !isStandardInput { close(descriptor) } }
        var buffer = [UInt8](repeating: 0, count: Self.pieceBytes)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure("can't be read") }
            if count == 0 { return }
            try await body(buffer[..<count])
        }
    }

    private func open() throws(Failure) -> Int32 {
        if isStandardInput { return STDIN_FILENO }
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("can't be opened") }
        return descriptor
    }

    private func failure(_ what: String) -> Failure {
        Failure(description: "\(path) \(what): \(String(cString: strerror(errno)))")
    }
}
