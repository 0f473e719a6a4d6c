package import FoundationEssentials

// The types of columns, each by name. A generic function from another module isn't specialised, and cost
// the metadata of an `Optional` and six witness calls for each column: a tenth of all instructions of an
// event.

extension RowReader {
    package mutating func read() throws(PostgresError) -> Bool { try readValue() }
    package mutating func read() throws(PostgresError) -> Int32 { try readValue() }
    package mutating func read() throws(PostgresError) -> Int32? { try readNext() }
    package mutating func read() throws(PostgresError) -> Int64 { try readValue() }
    package mutating func read() throws(PostgresError) -> Int64? { try readNext() }
    package mutating func read() throws(PostgresError) -> String { try readValue() }
    package mutating func read() throws(PostgresError) -> String? { try readNext() }
    package mutating func read() throws(PostgresError) -> UUID { try readValue() }
    package mutating func read() throws(PostgresError) -> UUID? { try readNext() }
    package mutating func read() throws(PostgresError) -> PostgresTimestamp { try readValue() }
    package mutating func read() throws(PostgresError) -> PostgresTimestamp? { try readNext() }
    package mutating func read() throws(PostgresError) -> [String] { try readValue() }
    package mutating func read() throws(PostgresError) -> [UUID]? { try readNext() }
    package mutating func read() throws(PostgresError) -> [UInt8]? { try readNext() }
}

/// Arrays of what other modules keep as these types: written here, where they are known.
extension ByteWriter {
    package mutating func appendArray(_ values: [UUID]) { UUID.encode(values, into: &self) }
    package mutating func appendArray(_ values: [UUID?]) { UUID.encode(optionals: values, into: &self) }
    package mutating func appendArray(_ values: [PostgresTimestamp]) {
        PostgresTimestamp.encode(values, into: &self)
    }
    package mutating func appendArray(_ values: [PostgresTimestamp?]) {
        PostgresTimestamp.encode(optionals: values, into: &self)
    }
}
