import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// What is read from and written for PostgreSQL, without running it.
@Suite struct ClusterFilesTests {
    @Test("reads postmaster.pid as PostgreSQL writes it, line by line") func postmasterFile() {
        let lines = [
            "4711", "/data/postgres", "1700000000", "5432", "/data/socket", "", "  5432001 7", "ready   ",
        ]
        for count in 0...lines.count {
            let file = PostmasterFile(lines[..<count].joined(separator: "\n"))
            #expect(file?.pid == (count > 0 ? 4711 : nil))
            #expect(file?.isReady ?? false == (count == 8))
        }
        #expect(PostmasterFile(lines.joined(separator: "\n"))?.socketDirectory == "/data/socket")
        #expect(PostmasterFile("-4711\n/data") == nil)
        #expect(PostmasterFile("nonsense") == nil)
    }

    @Test(
        "knows a version from its words",
        arguments: [
            ("postgres (PostgreSQL) 15.10 (Debian 15.10-0+deb12u1)", 15),
            ("postgres (PostgreSQL) 17beta1", 17),
            ("postgres (PostgreSQL) 16", 16), ("postgres", nil),
        ] as [(String, Int?)])
    func version(text: String, version: Int?) {
        #expect(PostgresInstallation.majorVersion(text) == version)
    }

    @Test("names in quotes stay one name") func quoting() {
        let account = ClusterAccount(name: "o'brien", uid: 1, gid: 1)
        let urls = ClusterSettings.urls(SocketDirectory(path: "/a b/c\\d"), account: account)
        #expect(
            urls.service.hasPrefix(
                "host='/a b/c\\\\d' hostaddr='' port=5432 dbname=shipmate user=shipmate_service "))
        #expect(urls.service.contains("requirepeer='o\\'brien'"))
        let identities = ClusterSettings.identities(["a\"b", "a\"b"])
        #expect(identities.contains("shipmate \"a\"\"b\" shipmate_owner\n"))
        #expect(identities.split(separator: "\n").count == 4)
    }

    @Test("a socket's path has 107 bytes at most") func socketPath() {
        let socketName = "/.s.PGSQL.5432".utf8.count
        #expect(SocketDirectory.fits(String(repeating: "a", count: 107 - socketName)))
        #expect(!SocketDirectory.fits(String(repeating: "a", count: 108 - socketName)))
        let account = ClusterAccount(name: "me", uid: 1, gid: 1)
        let long = DataDirectory(path: "/" + String(repeating: "a", count: 100))
        let other = DataDirectory(path: "/" + String(repeating: "b", count: 100))
        #expect(SocketDirectory(for: long, account: account) != SocketDirectory(for: other, account: account))
        #expect(SocketDirectory.fits(SocketDirectory(for: long, account: account).path))
    }
}
