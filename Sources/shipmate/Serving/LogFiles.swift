internal import EmbeddedPostgres
internal import Glibc

/// Standard output and standard error, if they are files: reopened by name, because log rotation has
/// renamed the current ones.
struct LogFiles {
    private let paths: [(descriptor: Int32, path: String)]

    init() {
        paths = [STDOUT_FILENO, STDERR_FILENO].compactMap { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (descriptor, Files.link("/proc/self/fd/\(descriptor)"))
        }
    }

    /// One that can't be opened goes on as it is.
    ///
    /// - Returns: what went wrong.
    func openAgain() -> [String] {
        paths.compactMap { descriptor, path in
            do throws(EmbeddedPostgresError) {
                let fresh = try Files.open(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o640)
                dup2(fresh, descriptor)
                close(fresh)
                return nil
            } catch {
                return error.description
            }
        }
    }
}
