internal import JSON
internal import Tracing

/// Names, kinds and attributes of spans, after OpenTelemetry's semantic conventions for HTTP and databases
/// (1.38). `url.path` is left out, since paths have users' ids and links' codes.
extension FinishedSpan.Work {
    var name: String {
        switch self {
        case .request(let method, let route, _):
            ([method ?? "HTTP"] + (route.map { [$0] } ?? [])).joined(separator: " ")
        case .batch(let kind, _): "batch \(kind)"
        case .statement(let name, _, _): name
        }
    }

    /// `SpanKind` of trace.proto: internal, server or client.
    var kind: Int64 {
        switch self {
        case .batch: 1
        case .request: 2
        case .statement: 3
        }
    }

    var hasFailed: Bool {
        switch self {
        case .request(_, _, let status): status >= 500
        case .batch: false
        case .statement(_, _, let error): error != nil
        }
    }

    func writeAttributes(to json: inout JSONWriter) {
        switch self {
        case .request(let method, let route, let status):
            json.attribute("http.request.method", method ?? "_OTHER")
            json.attribute("url.scheme", "http")
            if let route { json.attribute("http.route", route) }
            json.attribute("http.response.status_code", status)
            if hasFailed { json.attribute("error.type", String(status)) }
        case .batch(let kind, let commands):
            json.attribute("shipmate.batch.kind", kind)
            json.attribute("shipmate.batch.commands", commands)
        case .statement(let name, let roundTrip, let error):
            json.attribute("db.system.name", "postgresql")
            json.attribute("db.query.summary", name)
            if roundTrip > 1 { json.attribute("db.operation.batch.size", roundTrip) }
            guard let error else { return }
            json.attribute("error.type", error)
            if error.utf8.count == 5 { json.attribute("db.response.status_code", error) }
        }
    }
}

extension JSONWriter {
    mutating func attributes(_ body: (inout JSONWriter) -> Void) {
        key("attributes")
        array(body)
    }

    mutating func attribute(_ name: StaticString, _ value: String) {
        attribute(name) { $0.member("stringValue", value) }
    }

    mutating func attribute(_ name: StaticString, _ value: Int) {
        attribute(name) { $0.member("intValue", String(value)) }
    }

    private mutating func attribute(_ name: StaticString, _ value: (inout JSONWriter) -> Void) {
        object { json in
            json.member("key", "\(name)")
            json.key("value")
            json.object(value)
        }
    }
}
