import HTTP
import JSON
import LegacyAPI
import Links
import TestSupport
import Testing

@testable import API

/// The description is put together from the routes, and from nothing else.
struct AssembledDocumentTests {
    @Test func `is printed without a database as the service answers it`() async throws {
        let printed = try await onLoop { loop in
            try await PrintedDocument.json(APILimits(), [LegacyRoutes()], on: loop)
        }
        try await TestServer.with { server in
            let served = try server.client.get("/openapi.json").text
            #expect(served == String(decoding: printed, as: UTF8.self))
        }
    }

    @Test func `says who may call as this installation has it`() async throws {
        var limits = APILimits()
        for (takesUserEvents, schemes) in [(true, ["userToken", "serverKey"]), (false, ["serverKey"])] {
            limits.takesUserEvents = takesUserEvents
            let document = try await Self.document(limits)
            let security = document["paths"]?["/v1/events"]?["post"]?["security"]
            #expect(security?.array?.flatMap(\.names) == schemes)
        }
    }

    @Test func `names the link host of the app's profile`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let document = try server.client.get("/openapi.json").json
            let host = document["paths"]?["/{code}"]?["get"]?["servers"]?[0]?["variables"]?["link_host"]
            #expect(host?["default"]?.string == AppProfile.test.prefixes[0].host)
        }
    }

    @Test func `ends the process when two schemas have one name`() async {
        await #expect(processExitsWith: .failure) {
            var components = Components()
            _ = Schema.object("User", ["uid": .uuid]).json(&components)
            _ = Schema.object("User", ["uid": .string]).json(&components)
        }
    }

    @Test func `ends the process when nobody says what a name in a path is`() async {
        await #expect(processExitsWith: .failure) {
            let route = RouteDescription(.get, "/{planet}", .anyone, .details, .refused, ShowLiveness())
            var components = Components()
            _ = route.json(&components)
        }
    }

    private static func document(_ limits: APILimits) async throws -> JSONValue {
        try JSONParser.parse(
            try await onLoop { loop in try await PrintedDocument.json(limits, on: loop) })
    }
}

/// A form, what it becomes, and an example of it.
struct SchemaTests {
    private func json(_ schema: Schema) -> JSONValue {
        var components = Components()
        return schema.json(&components)
    }

    @Test func `null is one more type, and of a named schema one more choice`() {
        #expect(json(.uuid.orNull) == ["type": ["string", "null"], "format": "uuid"])
        let user = Schema.object("User", ["uid": .uuid])
        #expect(json(user) == ["$ref": "#/components/schemas/User"])
        #expect(
            json(user.orNull) == ["anyOf": [["$ref": "#/components/schemas/User"], ["type": "null"]]])
    }

    @Test func `what is not optional is required, and only requests are closed`() {
        let properties: KeyValuePairs<String, Schema> = ["a": .boolean, "b": .boolean.nullableOptional]
        let listed: JSONValue = ["a": ["type": "boolean"], "b": ["type": ["boolean", "null"]]]
        #expect(json(.object(properties)) == ["type": "object", "properties": listed, "required": ["a"]])
        #expect(json(.closed(properties))["additionalProperties"] == false)
        #expect(json(.map(of: .count))["additionalProperties"]?["minimum"] == 0)
    }

    @Test func `what can be more one day is no closed list`() {
        #expect(json(.choice("a", "b")) == ["type": "string", "enum": ["a", "b"]])
        #expect(json(.openChoice("a"))["x-extensible-enum"] == ["a"])
        #expect(json(.openChoice("a"))["enum"] == nil)
    }

    @Test func `an example is put together from those of the parts, without what may be left out`() {
        let part = Schema.object("Part", example: ["n": 1], ["n": .integer])
        let whole = Schema.object(["parts": .array(of: part), "next": .string.orNull, "more": part.optional])
        #expect(whole.sample == ["parts": [["n": 1]], "next": .null])
        #expect(Schema.object(["part": part, "text": .string]).sample == nil)
    }
}
