internal import HTTP
internal import JSON

/// Everything counted, over all loops, in Prometheus' text format.
struct ShowMetrics: Endpoint {
    let operations: Operations

    func respond(to input: NoInput, on call: Call) -> Response {
        .text(operations.metricsText, contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
}

extension ShowMetrics {
    var operation: Operation {
        Operation(
            "showMetrics", .operating, "Read metrics",
            "Requests by route pattern, batch sizes, queues, the pool, rewards by rule."
        )
        .gives(
            "The metrics.", as: Content(type: "text/plain", schema: .string),
            example: """
                # TYPE shipmate_http_requests_total counter
                shipmate_http_requests_total{route="/v1/events",method="POST",status="200"} 1

                """
        )
    }
}
