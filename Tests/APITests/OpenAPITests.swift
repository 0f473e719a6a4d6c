import API
import HTTP
import JSON
import TestSupport
import Testing

/// `/openapi.json` says what the service does, no more and no less.
struct OpenAPITests {
    @Test func `describes every route, who may call it, and no other`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let description = try Description(try server.client)
            #expect(description.document["openapi"] == "3.1.0")
            let described = Set(
                description.operations.map { operation in
                    let schemes = operation.value["security"]?.array?.flatMap(\.names) ?? ["not described"]
                    return "\(operation.name) for \(schemes.sorted())"
                })
            let served = Set(
                server.routes.map { "\($0.method) \($0.pattern) for \(Self.schemes(of: $0.access))" })
            #expect(described.subtracting(served) == [])
            #expect(served.subtracting(described) == [])
            let schemes = description.document["components"]?["securitySchemes"]?.names ?? []
            #expect(Set(schemes) == Set(Self.roles.map(\.scheme)))
        }
    }

    /// In the order of the schemes' names.
    private static let roles: [(access: Access, scheme: String)] = [
        (.admin, "adminKey"), (.read, "readKey"), (.server, "serverKey"), (.user, "userToken"),
    ]

    private static func schemes(of access: Access) -> [String] {
        roles.filter { access.contains($0.access) }.map(\.scheme)
    }

    @Test func `has a summary, an id, a tag and examples that fit everywhere`() async throws {
        try await TestServer.with { server in
            let description = try Description(try server.client)
            let tags = description.document["tags"]?.array?.compactMap { $0["name"] } ?? []
            let operations = description.operations
            #expect(Set(operations.compactMap { $0.value["operationId"]?.string }).count == operations.count)
            for operation in operations {
                #expect(operation.value["summary"]?.string?.isEmpty == false, "\(operation.name)")
                #expect(operation.value["tags"]?.array?.allSatisfy(tags.contains) == true)
                let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
                let parameters = (operation.value["parameters"]?.array ?? []).compactMap(description.followed)
                #expect(parameters.filter { $0["in"] == "path" }.count == names.count, "\(operation.name)")
                let body = operation.value["requestBody"]?["content"]?["application/json"]
                checkExample(body, description, operation.name)
                for response in operation.value["responses"]?.names ?? [] {
                    let value = description.followed(operation.value["responses"]?[response])
                    #expect(value?["description"]?.string?.isEmpty == false)
                    for type in value?["content"]?.names ?? [] {
                        checkExample(value?["content"]?[type], description, "\(operation.name) \(response)")
                    }
                }
            }
            for name in description.document["components"]?["examples"]?.names ?? [] {
                let value = description.checker.resolve("#/components/examples/\(name)/value") ?? .null
                #expect(value["type"]?.string == "/problems/\(name)")
                let schema: JSONValue = ["$ref": "#/components/schemas/Problem"]
                #expect(description.checker.mistakes(in: value, against: schema) == [])
            }
        }
    }

    /// Of a tag that both had, generated clients would have the webhooks alone.
    @Test func `webhooks have a tag that no call has`() async throws {
        try await TestServer.with { server in
            let description = try Description(try server.client)
            let called = Set(description.operations.compactMap { $0.value["tags"]?.array?.first?.string })
            for type in description.document["webhooks"]?.names ?? [] {
                let tags = description.document["webhooks"]?[type]?["post"]?["tags"]?.array ?? []
                #expect(tags.count == 1 && !called.contains(tags.first?.string ?? ""), "\(type)")
            }
        }
    }

    private func checkExample(_ content: JSONValue?, _ description: Description, _ name: String) {
        guard let content, let schema = content["schema"], schema["format"] != "binary" else { return }
        // Problems have theirs among the components, and a test of their own.
        guard let example = content["example"] else {
            #expect(content["examples"]?.names.isEmpty == false, "\(name) has no example")
            return
        }
        #expect(description.checker.mistakes(in: example, against: schema) == [], "\(name)")
    }

    @Test func `leads somewhere with every reference, and leaves no component unused`() async throws {
        try await TestServer.with { server in
            let description = try Description(try server.client)
            var references: Set<String> = []
            func collect(_ value: JSONValue) {
                switch value {
                case .array(let elements): elements.forEach(collect)
                case .object(let members):
                    for member in members {
                        if member.name == "$ref", let reference = member.value.string {
                            references.insert(reference)
                        }
                        collect(member.value)
                    }
                default: break
                }
            }
            collect(description.document)
            #expect(references.filter { description.checker.resolve($0) == nil } == [])
            let kinds = ["schemas", "responses", "parameters", "headers", "examples"]
            let components = kinds.flatMap { kind in
                (description.document["components"]?[kind]?.names ?? []).map { "#/components/\(kind)/\($0)" }
            }
            #expect(Set(components).subtracting(references) == [])
        }
    }

    @Test func `describes every problem that the sources can send, with its status, and no other`()
        async throws
    {
        try await TestServer.with { server in
            let description = try Description(try server.client)
            let sent = try Self.problemsInSources()
            #expect(sent.count > 20)
            let types = description.checker.resolve(
                "#/components/schemas/Problem/properties/type/x-extensible-enum")
            #expect(Set(types?.array?.compactMap(\.string) ?? []) == Set(sent.keys.map { "/problems/" + $0 }))
            for (slug, status) in sent {
                let example = description.checker.resolve("#/components/examples/\(slug)/value")
                #expect(example?["status"]?.integer == status, "\(slug)")
            }
            let described = Set(
                description.operations.flatMap { operation in
                    (operation.value["responses"]?.names ?? []).flatMap { name in
                        description.problems(of: description.followed(operation.value["responses"]?[name]))
                    }
                })
            #expect(described == Set(sent.keys))
        }
    }

    /// Each `ProblemType(404, "not-found", …` that is written anywhere.
    private static func problemsInSources() throws -> [String: Int64] {
        var problems: [String: Int64] = [:]
        for text in try ["HTTP", "API"].flatMap(SourceFiles.texts) {
            for match in text.matches(of: /ProblemType\(\s*(\d{3}), "([a-z-]+)"/) {
                problems[String(match.2)] = Int64(match.1)
            }
        }
        return problems
    }
}
