import Crypto
import Delivery
import FoundationEssentials
import Glibc
import JSON
import TestSupport
import Testing

/// The programs of `Documentation/Webhooks.md` do what the page says.
struct WebhookPageTests {
    /// The page's block that begins with a text, as a file.
    fileprivate static func program(_ start: String, as name: String, in folder: TestFolder) throws -> String
    {
        let page = try SourceFiles.text("Documentation/Webhooks.md")
        let blocks = page.split(separator: "```").map { $0.drop { $0 != "\n" }.dropFirst() }
        let block = try #require(blocks.first { $0.hasPrefix(start) })
        let path = "\(folder.path)/\(name)"
        try String(block).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Begins a program, which runs until `stop`.
    private static func start(
        _ command: String, _ variables: [String: String], output: String = "/dev/null"
    ) throws -> pid_t {
        let settings = variables.map { "\($0)='\($1)'" }.joined(separator: " ")
        let pid = try Shell.output("\(settings) \(command) </dev/null >'\(output)' 2>&1 & echo $!")
        return try #require(pid_t(pid))
    }

    private static func stop(_ process: pid_t) {
        kill(process, SIGKILL)
    }

    /// The rows of a program's database, once there are so many.
    private static func rows(
        of query: String, in database: String, untilCount count: Int
    ) throws -> [String] {
        try Shell.output(
            """
            /usr/bin/python3 -c 'import sqlite3, time
            for attempt in range(1200):
                try:
                    rows = list(sqlite3.connect("\(database)").execute("\(query)"))
                    if len(rows) >= \(count): break
                except sqlite3.OperationalError: pass
                time.sleep(0.1)
            for row in rows: print(*row)'
            """
        ).split(separator: "\n").map(String.init)
    }

    /// A receiver of the page.
    enum Language: CaseIterable {
        case python
        case node
        case swift

        /// The command that runs it.
        func prepared(in folder: TestFolder) throws -> String {
            switch self {
            case .python:
                "/usr/bin/python3 \(try WebhookPageTests.program("import http.server", as: "receiver", in: folder))"
            case .node:
                "node \(try WebhookPageTests.program("const { createHmac", as: "receiver", in: folder))"
            case .swift:
                try built(
                    try WebhookPageTests.program("import Crypto", as: "Receiver.swift", in: folder),
                    in: folder)
            }
        }

        /// With the part of swift-crypto that it uses, and a server around it.
        private func built(_ source: String, in folder: TestFolder) throws -> String {
            let (here, other) = (folder.path, SourceFiles.root.appending(path: "Tests/Receivers").path())
            _ = try Shell.output(
                """
                cd \(here)
                swiftc -parse-as-library -module-name Crypto -emit-module -emit-object \
                    \(other)/Crypto.swift -o Crypto.o -emit-module-path Crypto.swiftmodule
                swiftc -I . Receiver.swift \(other)/main.swift Crypto.o -lcrypto -o receiver
                """)
            return "\(here)/receiver"
        }
    }

    @Test(arguments: Language.allCases)
    func `the receiver takes what is signed, once`(language: Language) async throws {
        let folder = try TestFolder()
        // Before anything waits: a compiler on a loaded machine takes as long as it takes.
        let command = try language.prepared(in: folder)
        try await WebhookBench.with { bench in
            let port = try FreePort.next()
            let made = try bench.make(
                ["types": ["balance.changed", "user.created"]], url: "http://127.0.0.1:\(port)/")
            let secret = try #require(made.json["secret"]?.string)
            let database = "\(folder.path)/paid"
            // Its packages are the tests' own.
            let process = try Self.start(
                command,
                [
                    "SECRET": secret, "DATABASE": database, "PORT": "\(port)",
                    "PYTHONPATH": try PythonPackages.path(),
                ], output: language == .swift ? database : "/dev/null")
            defer { Self.stop(process) }
            let (anne, _) = try bench.payAnne()
            let delivered = try await bench.deliveries("?status=delivered", count: 3)
            for delivery in delivered {
                let id = try #require(delivery["id"]?.string)
                try bench.post("/deliveries/\(id)/resend", 202)
            }
            let isAgain = try await eventually {
                try bench.database.psql(
                    "SELECT count(*) FROM deliveries WHERE attempts > 1 AND state = 'delivered'")
                    == "3"
            }
            #expect(isAgain)
            let rows =
                language == .python
                ? try Self.rows(of: "SELECT * FROM paid", in: database, untilCount: 1)
                : try String(contentsOfFile: database, encoding: .utf8).split(separator: "\n")
                    .map(String.init)
            #expect(rows.count == 1 && rows[0].hasSuffix(" \(anne.uid) 50"), "\(rows)")
        }
    }

    @Test func `the pull client misses nothing over ten restarts`() async throws {
        var options = TestServer.Options()
        options.delivery = DeliveryConfiguration(isFeedOn: true)
        try await TestServer.with(options) { server in
            let folder = try TestFolder()
            let script = try Self.program("import json, os", as: "pull.py", in: folder)
            let client = try server.client
            let variables = [
                "DATABASE": "\(folder.path)/changes", "SHIPMATE": "http://127.0.0.1:\(server.port)",
                "KEY": try await server.key(.read),
            ]
            func changes() throws -> [String] {
                try server.database.psql("SELECT id FROM changes ORDER BY position").split(separator: "\n")
                    .map(String.init)
            }
            func stored() throws -> [String] {
                try Self.rows(
                    of: "SELECT id FROM changes", in: "\(folder.path)/changes", untilCount: changes().count)
            }
            for run in 1...10 {
                let process = try Self.start("/usr/bin/python3 \(script)", variables)
                _ = try client.signUp()
                if run % 2 == 0 { #expect(try stored().count == changes().count) }
                Self.stop(process)
            }
            let process = try Self.start("/usr/bin/python3 \(script)", variables)
            defer { Self.stop(process) }
            #expect(try stored().sorted() == changes().sorted())
        }
    }
}
