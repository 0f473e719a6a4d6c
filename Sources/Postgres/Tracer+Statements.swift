internal import EventLoops
internal import Tracing

extension Tracer {
    /// The spans of an exchange's statements: their names only, since parameters have personal data.
    func finish(_ statements: [String], since start: MonotonicInstant, _ error: PostgresError?) {
        finish(statements: statements, from: start, failure: error.map { ($0.statement, $0.shortName) })
    }
}

extension PostgresError {
    /// The failed statement; nil where all failed.
    fileprivate var statement: String? {
        if case .server(let error) = self { error.statement } else { nil }
    }

    fileprivate var shortName: String {
        switch self {
        case .connectionLost: "connection_lost"
        case .timedOut: "timeout"
        default: sqlState ?? "_OTHER"
        }
    }
}
