internal import Basics

/// A record without a mistake, written and read again, is the same record.
enum CSVFuzzing {
    static func mistake(with input: [UInt8]) -> String? {
        for record in records(of: input) where record.mistake == nil {
            let text = CSVReader.Record.text(of: record.fields) + "\r\n"
            guard records(of: Array(text.utf8)).map(\.fields) == [record.fields] else {
                return "\(record.fields) is another record when it is written and read"
            }
        }
        return nil
    }

    private static func records(of bytes: [UInt8]) -> [CSVReader.Record] {
        var reader = CSVReader()
        var records: [CSVReader.Record] = []
        do {
            for byte in bytes {
                if let record = try reader.next(byte) { records.append(record) }
            }
            if let last = try reader.finish() { records.append(last) }
        } catch {
            // Where reading ends early, what came before still counts.
        }
        return records
    }
}
