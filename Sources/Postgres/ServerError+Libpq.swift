internal import CLibpq

extension ServerError {
    init(_ result: OpaquePointer, statement: String) {
        func field(_ field: ErrorField) -> String? {
            PQresultErrorField(result, field.code).map { String(cString: $0) }
        }
        self.init(
            sqlState: field(.sqlState) ?? "",
            message: field(.message) ?? String(cString: PQresultErrorMessage(result)),
            detail: field(.detail),
            constraint: field(.constraint),
            table: field(.table),
            statement: statement)
    }

    /// Whether the server ends the connection with this error, or libpq made it up because the connection
    /// ended.
    static func isFatal(_ result: OpaquePointer) -> Bool {
        guard let text = PQresultErrorField(result, ErrorField.severity.code) else { return true }
        let severity = String(cString: text)
        return severity == "FATAL" || severity == "PANIC"
    }

    /// Whether the connection is unusable: the server became a standby (25006), or no longer knows or can't
    /// run a prepared statement (26000, 0A000 "cached plan must not change result type").
    var condemnsConnection: Bool {
        ["25006", "26000", "0A000"].contains(sqlState)
    }
}

/// The fields of an error; libpq's `PG_DIAG_…` are character macros, which Swift does not see.
enum ErrorField: Unicode.Scalar {
    case severity = "V"
    case sqlState = "C"
    case message = "M"
    case detail = "D"
    case constraint = "n"
    case table = "t"
    case function = "R"

    var code: Int32 { Int32(rawValue.value) }
}
