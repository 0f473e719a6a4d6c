internal import Basics
internal import Glibc

/// Reads a CSV file page by page, as psql wrote it: `\N` is NULL.
struct CSVTable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let pieceBytes = 262_144

    let path: String
    private let descriptor: Int32
    private var reader = CSVReader()
    private var isAtEnd = false

    init(_ path: String) throws {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(description: "\(path) can't be opened: \(String(cString: strerror(errno)))")
        }
    }

    /// The next rows; none at the end.
    mutating func next<Row>(_ columns: Int, _ body: (CSVRow) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        while rows.isEmpty && !isAtEnd {
            for record in try records() {
                guard record.mistake == nil, record.fields.count == columns else {
                    throw Failure(
                        description: "\(path), line \(record.line): \(columns) columns are expected")
                }
                rows.append(try body(CSVRow(fields: record.fields, location: "\(path), line \(record.line)")))
            }
        }
        return rows
    }

    private mutating func records() throws -> [CSVReader.Record] {
        var records: [CSVReader.Record] = []
        var buffer = [UInt8](repeating: 0, count: Self.pieceBytes)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { return [] }
        guard count >= 0 else { throw Failure(description: "\(path) can't be read") }
        if count == 0 {
            isAtEnd = true
            close(descriptor)
            return try reader.finish().map { [$0] } ?? []
        }
        for byte in buffer[..<count] {
            if let record = try reader.next(byte) { records.append(record) }
        }
        return records
    }
}
