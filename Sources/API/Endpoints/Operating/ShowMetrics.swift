internal import HTTP

/// Everything counted, over all loops, in Prometheus' text format.
struct ShowMetrics: Endpoint {
    let operations: Operations

    func respond(to input: NoInput, on call: Call) -> Response {
        .text(operations.metricsText, contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
}
