/// Where spans are sent to.
package struct TraceCollector: Sendable, Equatable {
    package struct Header: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    let url: String
    let headers: [Header]
    /// For one try.
    package var deadlineMilliseconds = 5_000

    /// - Parameter endpoint: `http://…` or `https://…`; `/v1/traces` is appended, as OpenTelemetry specifies.
    package init(endpoint: String, headers: [Header] = []) {
        url = (endpoint.last == "/" ? String(endpoint.dropLast()) : endpoint) + "/v1/traces"
        self.headers = headers
    }
}
