import Testing

/// Time comes from one place, which tests set: PostgreSQL's clock, by two functions of its own.
struct TimeTests {
    /// Where the machine's time of day is asked for all the same.
    private static let exceptions = [
        "Sources/Batching/Operating/WallClock.swift": "it is what asks",
        "Sources/Batching/Operating/DatabaseClock.swift": "the same, where there is no database",
        "Sources/Accounts/Keys/Secrets.swift": "secrets of services that have no database",
        "Sources/API/Operating/AccessLog.swift": "a log is for who looks at the machine",
        "Sources/API/Operating/LogSink.swift": "a log is for who looks at the machine",
        "Sources/shipmate/Links/ImportPass.swift": "a command, which judges nothing by it",
        "Sources/shipmate/Users/ImportUsers.swift": "the same",
        "Sources/TraceExport/TraceRequest.swift": "spans of several services are compared by it",
        "Sources/shipmate/Webhooks/Forwarder.swift": "the time that `shipmate listen` prints",
        "Sources/shipmate/Webhooks/KeepWebhooks.swift": "an age such as 2h, which a developer types",
        "Sources/shipmate/Doctor/AppDoctor.swift": "a command that compares it with PostgreSQL's",
        "Sources/HTTP/Serving/HTTPServer.swift": "the Date field, RFC 9110, section 6.6.1",
    ]

    @Test func `what is served asks no machine for its time of day`() throws {
        let asking = /\b(WallClock|CLOCK_REALTIME|gettimeofday)\b|\bDate(\(\)|\.now\b)|\btime\(nil\)/
            .wordBoundaryKind(.simple)
        var found: Set<String> = []
        for file in try Sources.files(in: "Sources") where file.module != "TestSupport" {
            for line in file.code where line.text.contains(asking) {
                #expect(Self.exceptions[file.path] != nil, "\(file.path):\(line.number)")
                found.insert(file.path)
            }
        }
        #expect(Set(Self.exceptions.keys).subtracting(found) == [])
    }

    @Test func `statements ask for the time by no name that tests can't move`() throws {
        let names = /(?i)\b(current_(time|date)|(transaction|statement)_timestamp|localtime|timeofday)/
            .wordBoundaryKind(.simple)
        let modules = ImportTests.useCases.union(["Store", "Postgres"])
        for file in try Sources.files(in: "Sources") where modules.contains(file.module) {
            for line in file.code {
                #expect(!line.text.contains(names), "\(file.path):\(line.number)")
            }
        }
    }
}
