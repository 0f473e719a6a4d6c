extension PostgresError: CustomStringConvertible {
    /// One line, for logs and operators.
    public var description: String {
        switch self {
        case .server(let error): error.description
        case .connectionLost(let isCommitInDoubt):
            "the connection was lost" + (isCommitInDoubt ? ", and the commit's result is unknown" : "")
        case .timedOut(.connection): "no connection in time"
        case .timedOut(.reply): "no reply in time"
        case .poolExhausted: "too many callers already wait for a connection"
        case .decoding(let detail): "a row doesn't fit its statement: \(detail)"
        case .cannotConnect(let reason): reason.onOneLine
        case .closed: "the connections were closed"
        case .misuse(let detail): "misused: \(detail)"
        }
    }
}

extension ServerError: CustomStringConvertible {
    public var description: String {
        let parts = [table.map { "table \($0)" }, constraint.map { "constraint \($0)" }, detail].compactMap {
            $0
        }
        let details = parts.isEmpty ? "" : "; " + parts.joined(separator: ", ")
        return "\(message.onOneLine) (SQLSTATE \(sqlState) of \(statement)\(details))"
    }
}

extension String {
    /// libpq's messages have several lines; the indented ones are questions to their reader.
    fileprivate var onOneLine: String {
        split(whereSeparator: \.isNewline).filter { $0.first != "\t" }.joined(separator: "; ")
    }
}
