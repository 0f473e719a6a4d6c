package import JSON

/// A receiver of webhooks, which checks signatures by PyPI's `standardwebhooks`: `receiver.py`.
package final class TestReceiver: Sendable {
    /// A request that it has got.
    package struct Request: Sendable {
        package let path: String
        package let headers: [String: String]
        package let body: JSONValue
        /// Whether one of the secrets has signed it.
        package let isSigned: Bool
        /// The status of its reply.
        package let status: Int64

        package var id: String { headers["webhook-id"] ?? "" }
        package var type: String { body["type"]?.string ?? "" }
        package var subject: String? { body["subject"]?.string }
        package var sequence: Int64? { body["sequence"]?.integer }
        package var isTaken: Bool { (200...299).contains(status) }

        fileprivate init(_ line: JSONValue) {
            path = line["path"]?.string ?? ""
            var headers: [String: String] = [:]
            if case .object(let members)? = line["headers"] {
                for member in members { headers[member.name] = member.value.string }
            }
            self.headers = headers
            body = line["body"] ?? .null
            isSigned = line["signed"] == true
            status = line["status"]?.integer ?? 0
        }
    }

    private let outside: OutsideServer

    /// - Parameter port: a free one by default.
    package init(port: UInt16? = nil) throws {
        outside = try OutsideServer(
            PackageResources.receiver_py, [PythonPackages.path()] + (port.map { ["\($0)"] } ?? []), by: nil)
    }

    package var port: UInt16 { outside.port }

    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// - Parameter secrets: of which one must have signed each request.
    package func trust(_ secrets: [String]) throws {
        try outside.set("secrets", to: secrets.joined(separator: "\n"))
    }

    /// - Parameter behaviour: a status, `half`, `slow`, `never` or `later`, by path.
    package func behave(_ behaviour: [String: String]) throws {
        try outside.set("behaviour", to: behaviour.map { "\($0) \($1)" }.joined(separator: "\n"))
    }

    /// From now on the port refuses connections.
    package func end() {
        outside.end()
    }

    /// In the order in which they were answered.
    package var requests: [Request] {
        get throws {
            try (outside.text(of: "requests") ?? "").split(separator: "\n").map {
                Request(try JSONParser.parse(Array($0.utf8)))
            }
        }
    }

    package func requests(at path: String) throws -> [Request] {
        try requests.filter { $0.path == path }
    }
}
