internal import Glibc

/// `postmaster.pid`, which a running PostgreSQL keeps in its cluster. Source: PostgreSQL's `utils/pidfile.h`.
struct PostmasterFile: Equatable, Sendable {
    let pid: pid_t
    let socketDirectory: String
    let isReady: Bool

    static func path(in cluster: String) -> String { cluster + "/postmaster.pid" }

    static func read(in cluster: String) -> PostmasterFile? {
        Files.read(path(in: cluster)).flatMap(PostmasterFile.init)
    }

    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, let pid = pid_t(first), pid > 0 else { return nil }
        self.pid = pid
        socketDirectory = lines.count > 4 ? lines[4] : ""
        // The last line to be written; pg_ctl waits for it as well.
        isReady = lines.count > 7 && lines[7].hasPrefix("ready")
    }

    /// The process that started `pid`. Source: proc(5), `stat`: number, name in parentheses, state, parent.
    static func parent(of pid: pid_t) -> pid_t? {
        guard let text = Files.read("/proc/\(pid)/stat"), let end = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[end...].split(separator: " ")
        return fields.count > 2 ? pid_t(fields[2]) : nil
    }

    /// Whether the process is the PostgreSQL of `cluster` and not another that got its number since:
    /// PostgreSQL's processes work in their cluster's folder.
    static func isPostgres(_ pid: pid_t, of cluster: String) -> Bool {
        guard kill(pid, 0) == 0 || errno == EPERM else { return false }
        return Files.link("/proc/\(pid)/cwd") == cluster
            && Files.link("/proc/\(pid)/exe").contains("postgres")
    }
}
