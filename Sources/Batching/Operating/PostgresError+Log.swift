internal import Postgres

extension PostgresError {
    /// The loggable part: PostgreSQL's own messages can contain a row, and so an e-mail.
    package var logFields: [String: String] {
        switch self {
        // Of files, memory and connections: no row is in it.
        case .server(let error) where isSystemTrouble:
            [
                "error": "server", "sqlstate": error.sqlState, "statement": error.statement,
                "cause": error.message,
            ]
        case .server(let error):
            [
                "error": "server", "sqlstate": error.sqlState, "statement": error.statement,
                "constraint": error.constraint ?? "", "table": error.table ?? "",
            ]
        case .decoding: ["error": "decoding"]
        case .connectionLost, .timedOut, .poolExhausted, .cannotConnect, .closed, .misuse:
            ["error": String(describing: self)]
        }
    }
}
