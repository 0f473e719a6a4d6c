internal import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// A row that is exported, and where the walk over its table stands behind it.
package struct ExportRow: Sendable {
    package let row: ExportedRow
    package let position: ExportPosition

    init(_ values: [ExportedValue], _ position: ExportPosition) {
        row = ExportedRow(values)
        self.position = position
    }
}

/// Where a walk over a table stands: what its key has of these, in the order of the key.
package struct ExportPosition: Equatable, Sendable {
    let first: UUID
    let name: String
    let second: UUID
    let number: Int64

    package static let start = ExportPosition(
        first: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))

    static let end = UUID(
        uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))

    init(
        first: UUID, name: String = "",
        second: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), number: Int64 = 0
    ) {
        self.first = first
        self.name = name
        self.second = second
        self.number = number
    }
}

extension RowReader {
    mutating func exportText() throws(PostgresError) -> ExportedValue {
        let value: String? = try read()
        return value.map { .text($0) } ?? .null
    }

    mutating func exportNumber() throws(PostgresError) -> ExportedValue {
        let value: Int64? = try read()
        return value.map { .number($0) } ?? .null
    }

    mutating func exportInt() throws(PostgresError) -> ExportedValue {
        let value: Int32? = try read()
        return value.map { .number(Int64($0)) } ?? .null
    }

    mutating func exportID() throws(PostgresError) -> ExportedValue {
        let value: UUID? = try read()
        return value.map { .id($0) } ?? .null
    }

    mutating func exportTime() throws(PostgresError) -> ExportedValue {
        try readOptionalTimestamp().map { .time($0) } ?? .null
    }
}

extension ExportedValue {
    var uuid: UUID? { if case .id(let id) = self { id } else { nil } }
    var string: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .number(let number) = self { number } else { nil } }
}

/// Lets the reader of a long list take its time between two pages, in this transaction.
package struct WaitBetweenPages: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT set_config('idle_in_transaction_session_timeout', '60000', true)"

    package init() {}
}
