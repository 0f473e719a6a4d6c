internal import Batching
internal import EventLoops
package import Postgres
package import Referrals

/// The latest changes, read once for all webhooks of a loop that have come so far.
package final class ChangeTail {
    private static let pageRows = 500
    private static let keptRowsMax = 4_000

    private let reader: ChangeReader
    private let reading = SharedReading<ChangePage, PostgresError>()
    /// Changes behind `start`, up to `end`.
    private var kept: [StoredChange] = []
    private var start = ChangeCursor.start
    private var end: ChangeCursor?

    package init(_ reader: ChangeReader) {
        self.reader = reader
    }

    /// The changes behind `cursor` that are complete now, of all types.
    package func page(after cursor: ChangeCursor) async throws(PostgresError) -> ChangePage {
        if let end, cursor.position >= start.position, cursor.position < end.position {
            return ChangePage(rows: kept.behind(cursor), next: end, isFull: true, horizon: end)
        }
        // Set before the first `await`: only readers that are exactly there share what is read.
        if end == nil { (start, end) = (cursor, cursor) }
        guard cursor.position == end?.position else {
            return try await reader.complete(after: cursor, limit: Self.pageRows)
        }
        let page = try await reading.value { () throws(PostgresError) in
            let page = try await reader.complete(after: cursor, limit: Self.pageRows)
            keep(page, behind: cursor)
            return page
        }
        guard let end, cursor.position >= start.position, cursor.position < end.position else {
            return ChangePage(rows: [], next: cursor, isFull: page.isFull, horizon: page.horizon)
        }
        return ChangePage(
            rows: kept.behind(cursor), next: end, isFull: page.isFull, horizon: page.horizon)
    }

    package func wait(milliseconds: Int) async {
        await reader.wait(milliseconds: milliseconds)
    }

    private func keep(_ page: ChangePage, behind cursor: ChangeCursor) {
        if end?.position != cursor.position {
            kept = []
            start = cursor
        }
        kept += page.rows
        end = page.next
        guard kept.count > Self.keptRowsMax else { return }
        let surplus = kept.count - Self.keptRowsMax / 2
        start = kept[surplus - 1].cursor
        kept.removeFirst(surplus)
    }
}

extension [StoredChange] {
    fileprivate func behind(_ cursor: ChangeCursor) -> [StoredChange] {
        Array(self[(lastIndex { $0.cursor.position <= cursor.position } ?? -1).advanced(by: 1)...])
    }
}
