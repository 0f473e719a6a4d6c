import Crypto
import Delivery
import HTTP
import JSON
import TestSupport
import Testing

/// The feed of changes, as a back end reads it.
struct Feed {
    static var on: TestServer.Options {
        var options = TestServer.Options()
        options.delivery = DeliveryConfiguration(isFeedOn: true)
        return options
    }

    let client: TestClient
    let key: String
    let description: Description
    private let database: TestDatabase

    init(_ server: TestServer) async throws {
        database = server.database
        client = try server.client
        key = try await server.key(.read)
        description = try Description(client)
    }

    func page(_ query: String = "") throws -> TestClient.Reply {
        let reply = try client.get("/v1/admin/changes\(query)", token: key)
        description.check(reply, to: "GET", "/v1/admin/changes")
        return reply
    }

    /// Once what was committed is complete: other tests' transactions in the cluster delay readers.
    func changes(_ query: String = "") async throws -> [JSONValue] {
        let last = try #require(Int64(try database.psql("SELECT last_value FROM change_positions")))
        let isThere = try await eventually {
            let next = try page(query).json["next_cursor"]?.string?.split(separator: ".").first
            return next.flatMap { Int64($0) }.map { $0 >= last } ?? false
        }
        #expect(isThere)
        let reply = try page(query)
        expect(reply, 200)
        return try #require(reply.json["changes"]?.array)
    }
}
