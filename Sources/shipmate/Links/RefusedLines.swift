internal import Basics
internal import EmbeddedPostgres
internal import Glibc

/// Lines that were not imported, kept as CSV with the reasons behind, so that they can be put right and
/// imported again. The file is made with the first.
struct RefusedLines {
    /// Nil writes no file.
    let path: String?
    private(set) var count = 0
    private var descriptor: Int32?
    private let header: [String]

    /// Told one by one on standard error; the file has them all.
    private static let shownMax = 10

    init(path: String?, header: [String]) {
        self.path = path
        self.header = header
    }

    mutating func add(_ record: CSVReader.Record, because reason: String) throws {
        count += 1
        if path == nil || count <= Self.shownMax { Console.report("line \(record.line): \(reason)") }
        if path != nil, count == Self.shownMax + 1 {
            Console.report("more lines are refused; the file will list all of them")
        }
        guard let path else { return }
        if descriptor == nil {
            descriptor = try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
            try write(RefusedRecord.head(header))
        }
        try write(RefusedRecord(record, because: reason).line(under: header))
    }

    mutating func close() {
        if let descriptor { Glibc.close(descriptor) }
        descriptor = nil
    }

    private func write(_ bytes: [UInt8]) throws {
        guard let descriptor, let path else { return }
        guard Files.writeAll(descriptor, bytes) else {
            throw LinkSource.Failure(
                description: "\(path) can't be written: \(String(cString: strerror(errno)))")
        }
    }
}
