import API
import HTTP
import JSON
import TestSupport
import Testing

/// What makes `/openapi.json` good for generators of clients.
struct OpenAPIRulesTests {
    private func withSchemas(_ body: (DescribedSchemas) throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            try body(DescribedSchemas(try Description(try server.client)))
        }
    }

    @Test func `has the version of the binary`() async throws {
        try await withSchemas { schemas in
            let version = schemas.description.document["info"]?["version"]
            #expect(version?.string == ProductVersion.current)
        }
    }

    @Test func `requests are closed, but those of SDKs that send more than is looked at`() async throws {
        try await withSchemas { schemas in
            let open = schemas.inRequests.filter {
                $0.value["properties"] != nil && $0.value["additionalProperties"] != false
            }
            let passing: Set = [
                "BranchBulkItem", "BranchChange", "BranchEventRequest", "BranchEventRequestV2",
                "BranchLinkRequest", "BranchRedemptionRequest", "BranchSessionRequest", "BranchUserData",
                "FirebaseDevice",
                "FirebaseInstallAttributionRequest", "FirebaseReopenAttributionRequest",
            ]
            #expect(Set(open.map(\.name)) == passing)
        }
    }

    @Test func `scripts of listed origins may send every header that a call takes`() async throws {
        // The Fetch standard lets scripts send these without asking.
        let unrestricted: Set = ["accept", "accept-language", "content-language", "range"]
        try await withSchemas { schemas in
            var names: Set = ["authorization", "content-type"]
            for operation in schemas.description.operations {
                for parameter in operation.value["parameters"]?.array ?? [] where parameter["in"] == "header"
                {
                    if let name = parameter["name"]?.string { names.insert(name.lowercased()) }
                }
            }
            #expect(names.isSuperset(of: ["if-match", "idempotency-key"]))
            let allowed = Set(CrossOrigin.requestHeaders.map { $0.lowercased() })
            #expect(names.subtracting(unrestricted).subtracting(allowed) == [])
        }
    }

    @Test func `replies are open: a new field or a new value breaks no client`() async throws {
        try await withSchemas { schemas in
            for schema in schemas.inReplies {
                #expect(schema.value["additionalProperties"] != false, "\(schema.name)")
                for closing in ["enum", "const"] {
                    #expect(schema.value[closing] == nil, "\(schema.name): x-extensible-enum lists values")
                }
            }
        }
    }

    @Test func `what may be null says so in one way`() async throws {
        try await withSchemas { schemas in
            for schema in schemas.all {
                let choices = (schema.value["oneOf"]?.array ?? []) + (schema.value["allOf"]?.array ?? [])
                #expect(!choices.contains { $0["type"] == "null" }, "\(schema.name)")
                #expect(schema.value["nullable"] == nil, "\(schema.name)")
                #expect(schema.value["enum"]?.array?.contains(.null) != true, "\(schema.name)")
                // Of a schema that has a name, the only way is a choice: that one, or null.
                if let types = schema.value["type"]?.array, types.contains("null") {
                    #expect(
                        schema.isProperty || schema.name.hasSuffix("[]"),
                        "\(schema.name): where it is used says whether it may be null")
                }
            }
        }
    }

    @Test func `a choice of objects says by which member to tell them`() async throws {
        try await withSchemas { schemas in
            let choices = schemas.all.filter { $0.value["oneOf"] != nil }
            #expect(choices.map(\.name) == ["EventRequest"])
            for choice in choices {
                let mapping = choice.value["discriminator"]?["mapping"]
                let name = choice.value["discriminator"]?["propertyName"]?.string ?? ""
                let ways = choice.value["oneOf"]?.array?.compactMap { $0["$ref"]?.string } ?? []
                #expect(Set(mapping?.names.compactMap { mapping?[$0]?.string } ?? []) == Set(ways))
                for value in mapping?.names ?? [] {
                    let way = schemas.description.followed(["$ref": mapping?[value] ?? .null])
                    let kind = schemas.description.followed(way?["properties"]?[name])
                    #expect(kind?["enum"] == [.string(value)], "\(choice.name)")
                }
            }
        }
    }

    @Test func `everything has a description`() async throws {
        try await withSchemas { schemas in
            for schema in schemas.all where schema.isProperty || schema.isNamed {
                let own = schema.value["description"]
                let said = own ?? schemas.description.followed(schema.value)?["description"]
                #expect(said?.string?.isEmpty == false, "\(schema.name) has no description")
            }
            for parameter in schemas.parameters {
                #expect(parameter.value["description"]?.string?.isEmpty == false, "\(parameter.name)")
            }
        }
    }

    @Test func `every text has a bound`() async throws {
        try await withSchemas { schemas in
            let bounds = ["maxLength", "pattern", "enum"]
            let formats: Set = ["uuid", "date-time", "date", "binary"]
            for schema in schemas.all + schemas.parameters.map(\.schema) {
                let types = schema.value["type"]?.array ?? [schema.value["type"] ?? .null]
                guard types.contains("string") else { continue }
                let isBounded =
                    bounds.contains { schema.value[$0] != nil }
                    || formats.contains(schema.value["format"]?.string ?? "")
                #expect(isBounded, "\(schema.name) has no length, pattern or format")
            }
        }
    }
}
