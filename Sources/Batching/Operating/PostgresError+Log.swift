internal import Postgres

extension PostgresError {
    /// What a log may say of it: PostgreSQL's own words can hold a row, and with it an e-mail.
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
