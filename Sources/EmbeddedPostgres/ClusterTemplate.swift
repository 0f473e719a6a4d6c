internal import Glibc

/// A filled cluster in a cache folder, which disposable ones are copied from.
package struct ClusterTemplate: Sendable {
    /// The cache folder and the template's name there: another program has another name.
    private let folder: String

    /// - Parameter name: of letters, digits, dots and dashes.
    package init(name: String) {
        folder = "\(Self.cache)/\(name)"
    }

    package var exists: Bool { Files.isDirectory(cluster) }

    var cluster: String { "\(folder)/postgres" }

    /// Makes it under another name and then renames it, so that a killed process leaves none by this name.
    /// Where two processes make it, one of them is kept.
    package func make(
        report: @escaping EmbeddedPostgres.Report,
        _ fill: (EmbeddedPostgres) async throws -> Void
    ) async throws {
        let unfinished = try DataDirectory.prepare(
            "\(folder).unfinished-\(getpid())", isChosen: true, report: report)
        defer { remove(unfinished) }
        try Files.replace(unfinished.settings, with: ClusterSettings.disposable, mode: 0o644)
        let postgres = try EmbeddedPostgres.start(unfinished, report: report)
        do {
            try await fill(postgres)
        } catch {
            postgres.stop()
            throw error
        }
        postgres.stop()
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
