import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

/// The description that the service gives of itself, and how replies compare with it.
struct Description {
    let document: JSONValue
    let checker: SchemaChecker

    let operations: [Operation]

    /// Each text is read once, since nearly all servers have the same.
    private static let read = Locked<[String: Description]>([:])

    init(_ client: TestClient) throws {
        let reply = try client.get("/openapi.json")
        self = Self.read.withLock { descriptions in
            if let known = descriptions[reply.text] { return known }
            let description = Description(of: reply.json)
            descriptions[reply.text] = description
            return description
        }
    }

    private init(of document: JSONValue) {
        self.document = document
        checker = SchemaChecker(document: document)
        operations = Self.operations(of: document)
    }

    struct Operation {
        let method: String
        let path: String
        let value: JSONValue

        var name: String { "\(method) \(path)" }
    }

    private static func operations(of document: JSONValue) -> [Operation] {
        guard case .object(let paths) = document["paths"] else { return [] }
        return paths.flatMap { path in
            path.value.names.map { method in
                Operation(
                    method: method.uppercased(), path: path.name, value: path.value[method] ?? .null)
            }
        }
    }

    func operation(_ method: String, _ path: String) -> Operation? {
        operations.first { $0.method == method && $0.path == path }
    }

    /// What stands behind `$ref`, or the value itself.
    func followed(_ value: JSONValue?) -> JSONValue? {
        guard let reference = value?["$ref"]?.string else { return value }
        return checker.resolve(reference)
    }

    /// The response of an operation to a status; `default` where it has none of its own.
    func response(_ status: Int, of operation: Operation) -> JSONValue? {
        let responses = operation.value["responses"]
        return followed(responses?[String(status)] ?? responses?["default"])
    }

    /// The names of the problems that a response may carry.
    func problems(of response: JSONValue?) -> [String] {
        response?["content"]?["application/problem+json"]?["examples"]?.names ?? []
    }

    /// Records an issue for all that a reply has and the description hasn't, or the other way round.
    func check(
        _ reply: TestClient.Reply, to method: String, _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let operation = operation(method, path),
            let response = response(reply.status, of: operation)
        else {
            Issue.record(
                "\(method) \(path): \(reply.status) is not described", sourceLocation: sourceLocation)
            return
        }
        var mistakes = checkHeaders(reply, response)
        let type = reply[header: "content-type"].map { $0.prefix { $0 != ";" } } ?? ""
        switch response["content"]?[String(type)] {
        case nil:
            if !reply.raw.body.isEmpty { mistakes.append("\(type) is not described") }
        case let content? where type.hasSuffix("json"):
            mistakes += checker.mistakes(in: reply.json, against: content["schema"] ?? .null)
        case let content?:
            mistakes += checker.mistakes(in: .string(reply.text), against: content["schema"] ?? .null)
        }
        if let problem = reply.problem, type.contains("problem"), !problems(of: response).contains(problem) {
            mistakes.append("the problem \(problem) is not described")
        }
        #expect(
            mistakes.isEmpty, "\(operation.name) \(reply.status): \(reply.text)",
            sourceLocation: sourceLocation)
    }

    private func checkHeaders(_ reply: TestClient.Reply, _ response: JSONValue) -> [String] {
        guard case .object(let headers) = response["headers"] else { return ["no headers are described"] }
        var mistakes: [String] = []
        for header in headers {
            let value = reply[header: header.name.lowercased()]
            if value == nil, followed(header.value)?["required"] == true {
                mistakes.append("\(header.name) is missing")
            }
        }
        // What every reply may have is said once, in words.
        let usual: Set = [
            "date", "server", "content-type", "content-length", "connection", "x-content-type-options",
            "cache-control", "transfer-encoding",
        ]
        let described = Set(headers.map { $0.name.lowercased() })
        for (name, _) in reply.raw.headers where !usual.contains(name) && !described.contains(name) {
            mistakes.append("\(name) is not described")
        }
        return mistakes
    }
}
