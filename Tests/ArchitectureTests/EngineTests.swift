import Testing

/// What differs where tables are spread over Citus' nodes is in few places.
struct EngineTests {
    private static let places = [
        "Sources/Postgres/", "Sources/Migrations/", "Sources/Batching/Citus/", "Sources/TestSupport/",
    ]

    @Test func `nobody else asks which engine keeps the tables, or whether there are shards`() throws {
        let asking = /\bengine [=!]= |\bshards [=!]= nil|\.citus\b|let shards = context/
        for file in try Sources.files(in: "Sources")
        where !Self.places.contains(where: file.path.hasPrefix) {
            for line in file.code where line.text.contains(asking) {
                Issue.record("\(file.path):\(line.number)")
            }
        }
    }
}
