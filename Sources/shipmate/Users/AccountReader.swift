internal import Accounts
internal import Basics
internal import HTTP
internal import JSON

/// Accounts out of a file as it comes, byte by byte: whichever of its formats it is.
struct AccountReader {
    enum Format: Equatable {
        /// Of `firebase auth:export`: JSON where the file begins like an object, else CSV.
        case firebase(HashConfig?)
        /// With a header.
        case csv
    }

    /// An account of the file, or the reason why it is invalid.
    struct Line {
        let record: CSVReader.Record
        let account: Result<ImportedAccount, AccountRefusal>
    }

    private enum Syntax {
        case unknown
        case json(JSONElementReader)
        case csv(CSVReader)
    }

    private let format: Format
    private let times: AccountTimes
    private var syntax = Syntax.unknown
    private var columns: AccountColumns?
    private var originals = RefusedRecord.Reader()
    /// The header of refused lines.
    private(set) var header: [String] = ["localId", "email"]
    /// Whether anything was there.
    private(set) var hasBegun = false

    init(_ format: Format, _ times: AccountTimes) {
        self.format = format
        self.times = times
        if format == .csv { syntax = .csv(CSVReader()) }
    }

    /// The account that a byte completes.
    mutating func next(_ byte: UInt8) throws -> Line? {
        switch syntax {
        case .unknown:
            guard byte > UInt8(ascii: " ") else { return nil }
            hasBegun = true
            syntax =
                byte == UInt8(ascii: "{") ? .json(JSONElementReader(member: "users")) : .csv(CSVReader())
            return try next(byte)
        case .json(var reader):
            syntax = .unknown
            defer { syntax = .json(reader) }
            return try reader.next(byte).map(line)
        case .csv(var reader):
            syntax = .unknown
            defer { syntax = .csv(reader) }
            return try reader.next(byte).flatMap { try line($0) }
        }
    }

    /// The account that the end of the file completes.
    mutating func finish() throws -> Line? {
        switch syntax {
        case .unknown: return nil
        case .json(let reader):
            try reader.finish()
            return nil
        case .csv(var reader): return try reader.finish().flatMap { try line($0) }
        }
    }

    private func line(_ element: JSONElementReader.Element) -> Line {
        let object = try? JSONParser.parse(element.bytes)
        let account = Result { () throws(AccountRefusal) in
            guard let object else { throw AccountRefusal(description: "the file is not JSON") }
            return try FirebaseUser(object).account(config, times)
        }
        let told = header.map { object?[$0]?.text ?? "" }
        return Line(record: CSVReader.Record(line: element.line, fields: told), account: account)
    }

    /// Nil for the header.
    private mutating func line(_ record: CSVReader.Record) throws -> Line? {
        hasBegun = true
        guard format == .csv else {
            let told = CSVReader.Record(line: record.line, fields: Array(record.fields.prefix(2)))
            return Line(record: told, account: account(of: record))
        }
        let record = originals.original(record)
        guard columns == nil else { return Line(record: record, account: account(of: record)) }
        if let mistake = record.mistake {
            throw AccountColumns.Mistake(description: "the header is invalid: \(mistake)")
        }
        columns = try AccountColumns(header: record.fields)
        header = record.fields
        return nil
    }

    private func account(of record: CSVReader.Record) -> Result<ImportedAccount, AccountRefusal> {
        Result { () throws(AccountRefusal) in
            if let mistake = record.mistake { throw AccountRefusal(description: mistake) }
            if let columns { return try columns.account(of: record.fields, times) }
            return try FirebaseUser(record.fields).account(config, times)
        }
    }

    private var config: HashConfig? {
        if case .firebase(let config) = format { config } else { nil }
    }
}
