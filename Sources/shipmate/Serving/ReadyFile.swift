internal import EmbeddedPostgres
internal import Glibc

/// `serve --ready-file`: holds the base URL, and a line end, while every loop serves users. It gives the
/// address and the time of readiness of a server on port 0.
struct ReadyFile {
    let path: String

    /// Checks that it can be written. An existing file stays: another server that still serves may own it.
    static func prepare(_ path: String) throws(EmbeddedPostgresError) -> ReadyFile {
        let file = ReadyFile(path: path)
        let isOther = Files.status(path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
        guard !isOther else { throw .file(path, "can't be the ready file", "another file has this name") }
        let probe = "\(path).\(getpid())"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .lastError(path, "can't be written") }
        close(descriptor)
        unlink(probe)
        return file
    }

    /// In one step: a reader of the file finds all of it.
    func write(_ url: String) throws(EmbeddedPostgresError) {
        try Files.replace(path, with: url + "\n", mode: 0o644)
    }

    /// Removes the file of a killed server: no other server can have its socket and its database.
    func clear() {
        unlink(path)
    }

    /// Removes the file if it is the one that was written with this URL.
    func remove(_ url: String) {
        if Files.read(path) == url + "\n" { unlink(path) }
    }
}
