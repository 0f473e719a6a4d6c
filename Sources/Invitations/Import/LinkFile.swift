package import Basics
package import Links
package import Values

/// The lines of a CSV that was read whole: links, and lines that give none.
package struct LinkFile {
    /// Why nothing of a file can be imported.
    package struct Mistake: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// A refused line is written with all columns, whatever it had.
    private static let columnsMax = 100

    package let header: [String]
    /// The columns that are not used.
    package let ignored: [String]
    package private(set) var links: [Link] = []
    package private(set) var refused: [RefusedRecord] = []
    /// Links whose path no prefix has, and the first such path: their former URLs lead nowhere.
    package private(set) var moved: (count: Int, example: String)?
    /// Those of the links, in their order.
    private var records: [CSVReader.Record] = []

    /// - Parameter linesMax: below the header.
    package init(
        _ bytes: some Sequence<UInt8>, profile: AppProfile, now: Timestamp, linesMax: Int
    ) throws(Mistake) {
        let all = try Self.records(bytes, linesMax: linesMax)
        guard let first = all.first else { throw Mistake(description: "the file is empty") }
        guard first.fields.count <= Self.columnsMax else {
            throw Mistake(description: "the header has more than \(Self.columnsMax) columns")
        }
        header = first.fields
        let columns = try Self.columns(first)
        ignored = columns.ignored
        let lines = ImportedLink(columns: columns, profile: profile, now: now)
        for record in all.dropFirst() {
            do throws(ImportedLink.Refusal) {
                let (link, lostPath) = try lines.link(from: record)
                if let lostPath { moved = ((moved?.count ?? 0) + 1, moved?.example ?? lostPath) }
                links.append(link)
                records.append(record)
            } catch {
                refused.append(RefusedRecord(record, because: error.description))
            }
        }
    }

    /// The refused lines, and those whose suffix another link has, in the order of the file.
    ///
    /// - Parameter results: of the links, in their order.
    package func refused(with results: [LinkImport.ImportResult]) -> [RefusedRecord] {
        var all = refused
        for (index, result) in results.enumerated() where result == .conflict {
            all.append(
                RefusedRecord(records[index], because: LinkImport.conflict(links[index].code)))
        }
        return all.sorted { $0.record.line < $1.record.line }
    }

    private static func records(
        _ bytes: some Sequence<UInt8>, linesMax: Int
    ) throws(Mistake) -> [CSVReader.Record] {
        var reader = CSVReader()
        var originals = RefusedRecord.Reader()
        var records: [CSVReader.Record] = []
        do throws(CSVReader.Failure) {
            for byte in bytes {
                if let record = try reader.next(byte) { records.append(originals.original(record)) }
                if records.count > linesMax + 1 { break }
            }
            if let record = try reader.finish() { records.append(originals.original(record)) }
        } catch {
            throw Mistake(description: error.description)
        }
        guard records.count <= linesMax + 1 else {
            throw Mistake(description: "the file has more than \(linesMax) lines below its header")
        }
        return records
    }

    private static func columns(_ header: CSVReader.Record) throws(Mistake) -> LinkColumns {
        do throws(LinkColumns.Mistake) {
            return try LinkColumns(header)
        } catch {
            throw Mistake(description: error.description)
        }
    }
}
