/// A line of a CSV file, read column by column.
struct CSVRow {
    let fields: [String]
    let location: String
    private var index = 0

    init(fields: [String], location: String) {
        self.fields = fields
        self.location = location
    }

    mutating func text() -> String {
        defer { index += 1 }
        return fields[index]
    }

    mutating func optionalText() -> String? {
        let text = text()
        return text == "\\N" ? nil : text
    }

    mutating func value<Value>(_ parse: (String) -> Value?) throws -> Value {
        let text = text()
        guard let value = parse(text) else {
            throw CSVTable.Failure(description: "\(location), column \(index): \(text) is unexpected")
        }
        return value
    }

    mutating func optional<Value>(_ parse: (String) -> Value?) throws -> Value? {
        if fields[index] == "\\N" {
            index += 1
            return nil
        }
        return try value(parse)
    }

    mutating func number() throws -> Int64 { try value { Int64($0) } }
}
