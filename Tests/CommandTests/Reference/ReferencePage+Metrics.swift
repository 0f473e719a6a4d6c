import EventLoops

@testable import API

extension ReferencePage {
    /// From the text that `/metrics` serves, without values.
    static func metrics() throws -> String {
        let text = Operations(
            services: [], exchanges: [], connections: { .none }, buffers: { (0, 0) },
            passwordQueueDepth: { 0 }, log: try LogSink(descriptor: 2, minimum: nil)
        ).metricsText
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 3) }
        let types = lines.filter { $0[1] == "TYPE" }.map { ($0[2], $0[3]) }
        let kinds = Dictionary(types, uniquingKeysWith: { first, _ in first })
        let rows = lines.filter { $0[1] == "HELP" }
            .map { [code(String($0[2])), String(kinds[$0[2]] ?? ""), String($0[3])] }
        return page(
            "Metrics",
            """
            `/metrics` serves them as Prometheus text. [Observe](../operating/Observe.md) explains the alerts.
            """,
            table(["metric", "type", "meaning"], rows))
    }
}
