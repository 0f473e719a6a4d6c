/// A page, and how far it was read.
struct PageCursor<Row> {
    private var rows: [Row] = []
    private var index = 0
    private var isAtEnd = false

    /// Whether the next page has to be read before there is a next row.
    var needsPage: Bool { index == rows.count && !isAtEnd }
    package var next: Row? { index < rows.count ? rows[index] : nil }

    package mutating func load(_ page: [Row]) {
        (rows, index, isAtEnd) = (page, 0, page.isEmpty)
    }

    mutating func advance() {
        index += 1
    }
}
