internal import Basics
internal import Batching
internal import FoundationEssentials
internal import Invitations
internal import Links

/// One reading of a file: the header, then lines that become links, a batch at a time.
struct ImportPass {
    let profile: AppProfile
    let refusedPath: String?

    private(set) var tally = ImportTally()
    /// Links that lost the path below which they stood, and where one of them was.
    private(set) var moved: (count: Int, example: String)?
    private(set) var pending: [(record: CSVReader.Record, link: Link)] = []
    private var lines: ImportedLink?
    private var refused: RefusedLines?
    private var originals = RefusedRecord.Reader()

    init(profile: AppProfile, refusedPath: String?) {
        self.profile = profile
        self.refusedPath = refusedPath
    }

    var hasHeader: Bool { lines != nil }

    mutating func take(_ read: CSVReader.Record) throws {
        let record = originals.original(read)
        guard let lines else { return try start(record) }
        do throws(ImportedLink.Refusal) {
            let (link, lostPath) = try lines.link(from: record)
            pending.append((record, link))
            if let lostPath { moved = ((moved?.count ?? 0) + 1, moved?.example ?? lostPath) }
        } catch {
            tally.refused += 1
            try refused?.add(record, because: error.description)
        }
    }

    mutating func flush(_ add: ([Link]) async throws -> [LinkImport.ImportResult]) async throws {
        guard !pending.isEmpty else { return }
        let results = try await add(pending.map(\.link))
        for (line, result) in zip(pending, results) {
            switch result {
            case .added: tally.added += 1
            case .repeated: tally.repeated += 1
            case .conflict:
                tally.conflicts += 1
                try refused?.add(line.record, because: LinkImport.conflict(line.link.code))
            }
        }
        pending.removeAll(keepingCapacity: true)
    }

    mutating func close() {
        refused?.close()
    }

    private mutating func start(_ header: CSVReader.Record) throws {
        let columns = try LinkColumns(header)
        if !columns.ignored.isEmpty {
            Console.report("unused columns: \(columns.ignored.joined(separator: ", "))")
        }
        lines = ImportedLink(columns: columns, profile: profile, now: WallClock.now)
        refused = RefusedLines(path: refusedPath, header: header.fields)
    }
}
