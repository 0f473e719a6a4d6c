internal import Batching
internal import Postgres

extension Startup {
    /// Missing things that may come by themselves, so that a server waits for them at its start. After a
    /// reboot the database, or its schema, may come later than the server.
    package enum Awaited: Hashable, Sendable {
        case database
        case schema

        /// For anyone, so without the cause.
        package var description: String {
            switch self {
            case .database: "PostgreSQL"
            case .schema: "the schema, which `shipmate migrate` makes"
            }
        }
    }
}

extension Startup.Refusal {
    /// Nil for a mistake, which an operator has to correct.
    package var awaited: Startup.Awaited? {
        switch self {
        case .database(let error) where error.lacksRole: .schema
        case .database(let error), .listening(let error): error.isOutage ? .database : nil
        case .schema(.empty), .schema(.older): .schema
        case .schema, .pooler, .unsafe, .ledgerKey, .rootKey, .timeZone: nil
        }
    }
}
