import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres

/// Old templates in the cache folder.
struct TemplateCacheTests {
    private let folder: TestFolder
    private let cache: TemplateCache
    private let now = time(nil)

    init() throws {
        folder = try TestFolder()
        cache = TemplateCache(folder: folder.path, prefix: "test-server-")
    }

    /// - Parameter days: since its last use.
    private func make(_ name: String, unusedFor days: Int) throws {
        try Files.makeDirectory("\(folder.path)/\(name)", mode: 0o711)
        let lock = "\(folder.path)/\(name)/lock"
        let descriptor = try Files.open(lock, O_CREAT | O_RDWR)
        defer { close(descriptor) }
        let used = timespec(tv_sec: now - days * 86_400, tv_nsec: 0)
        futimens(descriptor, [used, used])
    }

    private var names: [String] { Files.names(in: folder.path).sorted() }

    @Test func `the four that were used last stay, and others' files`() throws {
        for day in 0..<6 { try make("test-server-\(day)", unusedFor: day) }
        try make("other-1", unusedFor: 90)
        cache.clean(now: now)
        #expect(names == ["other-1"] + (0..<4).map { "test-server-\($0)" })
    }

    @Test func `a template that was not used for a month goes`() throws {
        try make("test-server-new", unusedFor: 29)
        try make("test-server-old", unusedFor: 31)
        cache.clean(now: now)
        #expect(names == ["test-server-new"])
    }

    @Test func `a template that is copied stays`() throws {
        try make("test-server-old", unusedFor: 31)
        let lease = try #require(TemplateLease(of: "\(folder.path)/test-server-old", LOCK_SH))
        cache.clean(now: now)
        #expect(names == ["test-server-old"])
        lease.end()
        cache.clean(now: now)
        #expect(names.isEmpty)
    }

    @Test func `the remains of a killed process go, and a living one's stay`() throws {
        let child = try ChildProcess.start(["/bin/true"])
        _ = child.wait(milliseconds: 5_000)
        try make("test-server-1.unfinished-\(child.pid)", unusedFor: 0)
        try make("test-server-1.unfinished-\(getpid())", unusedFor: 0)
        cache.clean(now: now)
        #expect(names == ["test-server-1.unfinished-\(getpid())"])
    }

    @Test func `an installation is known until its program is replaced`() throws {
        let program = folder.path + "/postgres"
        let known = KnownInstallation(path: folder.path + "/installation")
        #expect(known.read() == nil)
        try Files.replace(program, with: "one", mode: 0o755)
        let installation = PostgresInstallation(programs: folder.path, majorVersion: 15)
        known.write(installation)
        #expect(known.read() == installation)
        try Files.replace(program, with: "two", mode: 0o755)
        #expect(known.read() == nil)
    }
}
