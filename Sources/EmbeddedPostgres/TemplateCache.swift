internal import Glibc

/// The cache folder with the templates of builds of the program. Few are kept, and none for long without use.
struct TemplateCache {
    private static let countMax = 4
    private static let unusedSecondsMax = 30 * 86_400
    private static let unfinishedMark = ".unfinished-"

    let folder: String
    /// Of the names of templates, without their build.
    let prefix: String

    static func unfinished(_ folder: String) -> String { "\(folder)\(unfinishedMark)\(getpid())" }

    /// Removes templates that were not used for long, all but the newest few, and remains of killed
    /// processes. It leaves those that a process copies just now.
    ///
    /// - Parameter now: in seconds; nil for the time of the last use, such as the caller's own.
    func clean(now: Int? = nil) {
        let names = Files.names(in: folder).filter { $0.hasPrefix(prefix) }
        for name in names where isAbandoned(name) { remove(name) }
        let used = names.filter { !$0.contains(Self.unfinishedMark) }.map { ($0, usedAt($0)) }
            .sorted { $0.1 > $1.1 }
        let now = now ?? used.first?.1 ?? 0
        for (index, (name, seconds)) in used.enumerated()
        where index >= Self.countMax || now - seconds > Self.unusedSecondsMax {
            // Held until it is gone, so that no other process begins to copy it.
            guard let lease = TemplateLease(of: "\(folder)/\(name)", LOCK_EX | LOCK_NB) else { continue }
            remove(name)
            lease.end()
        }
    }

    private func isAbandoned(_ name: String) -> Bool {
        guard let mark = name.ranges(of: Self.unfinishedMark).first, let pid = pid_t(name[mark.upperBound...])
        else { return false }
        return kill(pid, 0) != 0 && errno == ESRCH
    }

    private func usedAt(_ name: String) -> Int {
        Files.status(TemplateLease.path(in: "\(folder)/\(name)"))?.st_mtim.tv_sec ?? 0
    }

    private func remove(_ name: String) {
        let directory = DataDirectory(path: "\(folder)/\(name)")
        guard let account = try? ClusterAccount.owning(cluster: directory.cluster) else { return }
        DisposableCluster.remove(directory, account)
    }
}

/// Keeps a template from being removed as long as it is copied.
package final class TemplateLease: Sendable {
    private let descriptor: Int32

    static func path(in folder: String) -> String { folder + "/lock" }

    /// - Parameter operation: of `flock`. Nil where the template is gone, or the lock is refused.
    init?(of folder: String, _ operation: Int32) {
        guard let opened = try? Files.open(Self.path(in: folder), O_RDWR) else { return nil }
        descriptor = opened
        guard flock(opened, operation) == 0, Files.status(Self.path(in: folder)) != nil else { return nil }
    }

    /// Notes that the template was used, for the cache.
    func note() { futimens(descriptor, nil) }

    package func end() { flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}
