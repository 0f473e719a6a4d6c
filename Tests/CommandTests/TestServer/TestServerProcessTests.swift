import EventLoops
import Glibc
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// When a test server starts, and when it ends.
@Suite(.serialized) struct TestServerProcessTests {
    @Test(arguments: [
        ["DATABASE_URL": "postgres://db.example.com/live"], ["PGHOST": "db.example.com"],
        ["SHIPMATE_DATABASE_OWNER_URL": "postgres://db.example.com/live"],
    ])
    func `refuses every database but its own`(environment: [String: String]) {
        #expect(throws: ServeTests.Failure.self) {
            try ServeTests(TestServerOptions(), environment: environment)
        }
    }

    @Test func `ends at the end of a pipe on standard input, and leaves nothing`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let server = try RunningTestServer([], input: ends[0])
        close(ends[0])
        let pid = try #require(server.line["pid"]?.integer)
        close(ends[1])
        #expect(server.process.wait(milliseconds: 20_000)?.isSuccess == true)
        for parent in ["/dev/shm", "/tmp"] {
            let left = Files.names(in: parent).filter { $0.hasPrefix("shipmate-test-server-\(pid)-") }
            #expect(left.isEmpty)
        }
    }

    @Test func `a parent has ended also before someone waits for that`() async throws {
        let parent = try ChildProcess.start(["/bin/sleep", "60"])
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let lifetime = TestLifetime(parent: parent.pid, input: input)
        #expect(!lifetime.isOver(calledAt: .now))
        parent.signal(SIGKILL)
        let isOver = await eventually { lifetime.isOver(calledAt: .now) }
        #expect(isOver)
        _ = parent.wait(milliseconds: 1_000)
    }

    @Test(arguments: [(environment: [], isLogged: false), (["SHIPMATE_LOG=info"], true)])
    func `logs errors alone, and more where it is asked to`(environment: [String], isLogged: Bool) throws {
        let log = try TestLog()
        let server = try RunningTestServer([], environment: environment, errors: log.descriptor)
        let app = try server.app()
        try app.call("DELETE", "/v1/users/me", token: try app.signUp().token).required(202)
        _ = try app.advance("2m")
        server.stop()
        #expect(try log.text.contains(#""message":"a user was erased""#) == isLogged)
    }

    @Test func `who is erased in a test isn't on the list of a real installation`() throws {
        let folder = "/tmp/shipmate-installation-\(getpid())"
        let list = folder + "/.shipmate/erasures"
        try #require(mkdir(folder, 0o700) == 0 && mkdir(folder + "/.shipmate", 0o700) == 0)
        defer { for path in [list, folder + "/.shipmate", folder] { remove(path) } }
        let server = try RunningTestServer(folder: folder)
        defer { server.stop() }
        let app = try server.app()
        let ben = try app.signUp()
        try app.call("DELETE", "/v1/users/me", token: ben.token).required(202)
        _ = try app.advance("2m")
        let shown = try app.call("GET", "/v1/admin/users/\(ben.uid)", token: app.adminKey).required(200)
        #expect(shown.json["leaving"]?["erased_at"]?.string?.isEmpty == false)
        #expect(Files.status(list) == nil)
    }

    @Test func `a server without calls ends after ten minutes`() {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let lifetime = TestLifetime(parent: 0, input: input)
        #expect(!lifetime.isOver(calledAt: MonotonicInstant.now.adding(milliseconds: -590_000)))
        #expect(lifetime.isOver(calledAt: MonotonicInstant.now.adding(milliseconds: -601_000)))
    }

    @Test func `others need the token for calls of tests`() throws {
        let token = "a-token-of-20-letters"
        let server = try RunningTestServer(["--listen", "127.0.0.1", "--token", token])
        defer { server.stop() }
        let client = try TestClient(port: server.port)
        let host = ["Host": "container:80"]
        #expect(try client.send("POST", "/test/apps", headers: host).status == 401)
        #expect(try client.send("POST", "/test/apps", token: token, headers: host).status == 201)
        #expect(try client.send("POST", "/v1/users", headers: host, [:]).status == 201)
    }

    @Test func `scripts of named sites may call`() throws {
        let server = try RunningTestServer(environment: ["SHIPMATE_CORS_ORIGINS=https://game.example"])
        defer { server.stop() }
        let app = try server.app()
        let reply = try app.call("POST", "/v1/users", [:], headers: ["Origin": "https://game.example"])
        #expect(reply.status == 201)
        #expect(reply[header: "access-control-allow-origin"] == "https://game.example")
    }

    @Test(arguments: [
        ["--listen", "0.0.0.0"], ["--token", "short", "--listen", "0.0.0.0"], ["--clock", "tomorrow"],
        ["--apps", "1000"], ["--port", "70000"], ["--parent-pid", "-1"],
    ])
    func `mistakes in options are named`(options: [String]) {
        let error = #expect(throws: UsageError.self) { try Command.parse(["test-server"] + options) }
        #expect(error?.description.contains(options[0]) == true)
    }
}
