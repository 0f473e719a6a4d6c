package import JSON

/// A collector of traces that takes OTLP over HTTP, and reads it strictly: `collector.py`.
package final class TestCollector: Sendable {
    package enum Behaviour: String, Sendable {
        case accept = "200"
        /// One span of each request is rejected.
        case partial
        case refuse = "400"
        case unavailable = "503"
        case unavailableOnce = "503 once"
        /// It never answers.
        case slow
    }

    private let outside: OutsideServer

    package init() throws {
        outside = try OutsideServer(PackageResources.collector_py, [PythonPackages.path()], by: nil)
    }

    package var port: UInt16 { outside.port }
    package var url: String { "http://127.0.0.1:\(port)" }

    package func behave(_ behaviour: Behaviour) throws {
        try outside.set("behaviour", to: behaviour.rawValue)
    }

    /// From now on the port refuses connections.
    package func end() {
        outside.end()
    }

    /// How many requests there were, of any kind.
    package var timesAsked: Int { outside.text(of: "asked")?.count ?? 0 }

    /// The faults of the requests so far.
    package var errors: String { outside.text(of: "errors") ?? "" }

    /// The accepted requests.
    package var requests: [JSONValue] {
        get throws {
            try (outside.text(of: "requests") ?? "").split(separator: "\n").map {
                try JSONParser.parse(Array($0.utf8))
            }
        }
    }

    /// The spans of all of them.
    package var spans: [JSONValue] {
        get throws {
            try requests.flatMap { $0["resourceSpans"]?.array ?? [] }
                .flatMap { $0["scopeSpans"]?.array ?? [] }.flatMap { $0["spans"]?.array ?? [] }
        }
    }
}
