import FoundationEssentials
import TestSupport
import Testing

/// The script and the blocks of `Documentation/operating/Backup.md`, letter for letter.
struct BackupTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/operating")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// The page's blocks of a restore, without the first, which has the reader's own folders.
    private static func blocks() throws -> [String] {
        try text("Backup.md").components(separatedBy: "   ```bash\n").dropFirst(2).map { rest in
            rest.components(separatedBy: "   ```\n")[0].components(separatedBy: "\n")
                .map { $0.hasPrefix("   ") ? String($0.dropFirst(3)) : $0 }.joined(separator: "\n")
        }
    }

    @Test func `a database comes back as it was at a moment`() throws {
        let cluster = try TestCluster()
        let (script, blocks) = (try Self.text("backup.sh"), try Self.blocks())
        try #require(blocks.count == 2)
        try cluster.psql("CREATE TABLE kept (at text)")
        let folders = "DATA=\(cluster.folder)/data BACKUPS=\(cluster.folder)/backups; export BACKUPS"
        let made = "(kill -0 $pid && ! grep '^backup: ' backup.log) >/dev/null 2>&1"
        let moment = try cluster.shell(
            """
            \(folders)
            cat >backup.sh <<'END'
            \(script)
            END
            bash backup.sh >backup.log 2>&1 & pid=$!
            while \(made); do sleep 0.1; done
            grep -q '^backup: ' backup.log || { cat backup.log; exit 1; }
            sleep 1.1 # the copy's name has seconds, as has the moment
            psql -qAt postgres -c "INSERT INTO kept VALUES ('before')"
            moment=$(psql -qAt postgres -c "SELECT clock_timestamp()")
            psql -qAt postgres -c "INSERT INTO kept VALUES ('after')"
            segment=$(psql -qAt postgres -c "SELECT pg_walfile_name(pg_switch_wal())")
            while [[ ! -e backups/wal/$segment ]]; do sleep 0.1; done
            kill $pid; wait $pid || true
            echo "$moment"
            """)
        try cluster.shell("\(folders) MOMENT='\(moment)'\n\(blocks.joined(separator: "\n"))")
        #expect(try cluster.psql("SELECT at FROM kept") == "before")
        try cluster.psql("INSERT INTO kept VALUES ('later')")
        #expect(try cluster.shell("grep -c recovery_target data/postgresql.auto.conf || true") == "0")
    }
}
