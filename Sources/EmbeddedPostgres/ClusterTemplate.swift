internal import Glibc

/// A filled cluster in a cache folder, which disposable ones are copied from.
package struct ClusterTemplate: Sendable {
    /// The cache folder and the template's name there: another program has another name.
    private let folder: String
    private let cache: TemplateCache

    /// - Parameters:
    ///   - kind: of all builds' templates, of letters and dashes.
    ///   - build: of letters, digits, dots and dashes.
    ///   - cache: an absolute path, or nil for the user's own.
    package init(_ kind: String, of build: String, in cache: String? = nil) {
        self.cache = TemplateCache(folder: cache ?? Self.cache, prefix: kind + "-")
        folder = "\(self.cache.folder)/\(kind)-\(build)"
    }

    package var exists: Bool { Files.isDirectory(cluster) }

    /// Nil where it does not exist. It isn't removed while it is lent.
    package func lend() -> TemplateLease? {
        let lease = TemplateLease(of: folder, LOCK_SH)
        lease?.note()
        return exists ? lease : nil
    }

    /// Removes old templates of other builds.
    package func cleanCache() { cache.clean() }

    var cluster: String { "\(folder)/postgres" }

    /// The programs that made it, if they are still the same; nil otherwise.
    var installation: PostgresInstallation? { Self.known(in: folder).read() }

    /// Notes the programs that ran it, where others are known.
    func note(_ installation: PostgresInstallation) {
        if self.installation == nil { Self.known(in: folder).write(installation) }
    }

    private static func known(in folder: String) -> KnownInstallation {
        KnownInstallation(path: folder + "/installation")
    }

    /// Makes it under another name and then renames it, so that a killed process leaves none by this name.
    /// Where two processes make it, one of them is kept.
    package func make(
        report: @escaping EmbeddedPostgres.Report,
        _ fill: (EmbeddedPostgres) async throws -> Void
    ) async throws {
        let unfinished = try DataDirectory.prepare(
            TemplateCache.unfinished(folder), isChosen: true, report: report)
        defer { remove(unfinished) }
        try Files.replace(unfinished.settings, with: ClusterSettings.disposable, mode: 0o644)
        let postgres = try EmbeddedPostgres.start(unfinished, .template, report: report)
        do {
            try await fill(postgres)
        } catch {
            postgres.stop()
            throw error
        }
        postgres.stop()
        Self.known(in: unfinished.path).write(postgres.cluster.installation)
        guard rename(unfinished.path, folder) != 0, !exists else { return }
        throw EmbeddedPostgresError.lastError(folder, "can't be created")
    }

    private func remove(_ directory: DataDirectory) {
        guard Files.isDirectory(directory.path),
            let account = try? ClusterAccount.owning(cluster: directory.cluster)
        else { return }
        DisposableCluster.remove(directory, account)
    }

    /// Where PostgreSQL's user can read: root's home is closed to it.
    private static var cache: String {
        if geteuid() == 0 { return "/var/cache/shipmate" }
        func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        if let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/shipmate" }
        return (value("HOME") ?? "/tmp") + "/.cache/shipmate"
    }
}
