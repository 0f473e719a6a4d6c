internal import FoundationEssentials
internal import Postgres
internal import Values

// Domain values to and from columns.

extension RowReader {
    mutating func readUserID() throws(PostgresError) -> UserID {
        UserID(try read())
    }

    mutating func readOptionalUserID() throws(PostgresError) -> UserID? {
        let uuid: UUID? = try read()
        return uuid.map(UserID.init)
    }

    mutating func readTimestamp() throws(PostgresError) -> Timestamp {
        let value: PostgresTimestamp = try read()
        return Timestamp(microsecondsSince1970: value.microsecondsSince1970)
    }

    mutating func readOptionalTimestamp() throws(PostgresError) -> Timestamp? {
        let value: PostgresTimestamp? = try read()
        return value.map { Timestamp(microsecondsSince1970: $0.microsecondsSince1970) }
    }

    /// A text column whose every value `parse` accepts.
    mutating func readValue<Value>(_ parse: (String) -> Value?) throws(PostgresError) -> Value {
        let text: String = try read()
        guard let value = parse(text) else { throw .decoding("\(Value.self) \(text)") }
        return value
    }

    mutating func readOptional<Value>(_ parse: (String) -> Value?) throws(PostgresError) -> Value? {
        let text: String? = try read()
        guard let text else { return nil }
        guard let value = parse(text) else { throw .decoding("\(Value.self) \(text)") }
        return value
    }
}

extension Parameters {
    mutating func add(_ uid: UserID) {
        add(uid.uuid)
    }

    mutating func add(_ uids: [UserID]) {
        add(uids.map(\.uuid))
    }

    mutating func add(_ uids: [UserID?]) {
        add(uids.map { $0?.uuid })
    }

    mutating func add(_ time: Timestamp) {
        add(PostgresTimestamp(time))
    }

    mutating func add(_ time: Timestamp?) {
        add(time.map(PostgresTimestamp.init))
    }

    mutating func add(_ times: [Timestamp]) {
        add(times.map(PostgresTimestamp.init))
    }

    mutating func add(_ times: [Timestamp?]) {
        add(times.map { $0.map(PostgresTimestamp.init) })
    }
}

extension PostgresTimestamp {
    init(_ time: Timestamp) {
        self.init(microsecondsSince1970: time.microsecondsSince1970)
    }
}
