/// The process that spans are from, after OpenTelemetry's conventions for resources.
package struct TraceResource: Sendable {
    let service: String
    let version: String
    /// Another one for each process.
    let instance = UInt64.random(in: 1 ... .max)

    package init(service: String, version: String) {
        self.service = service
        self.version = version
    }
}
