/// A text as the squares of a QR code (ISO/IEC 18004): the smallest version that holds it with error
/// correction M, which still reads with 15 % of it dirty.
package struct QRCode: Equatable, Sendable {
    /// The white margin that readers need, in modules.
    package static let quietModules = 4

    /// Modules a side, without the margin.
    package let side: Int
    /// Row by row from the top left.
    var isDarkByIndex: [Bool]

    /// Nil when no code holds `text`: it is empty, or longer than 2,331 bytes.
    package init?(_ text: String) {
        guard let symbol = Symbol(text) else { return nil }
        self.init(symbol)
    }

    init(_ symbol: Symbol) {
        side = symbol.side
        isDarkByIndex = symbol.modules.map(\.isDark)
    }

    /// Modules a side, with the margin.
    package var sideWithMargin: Int { side + 2 * Self.quietModules }

    /// Each stretch of dark modules, row by row; the margin counts.
    func forEachDarkRun(_ body: (Run) -> Void) {
        for row in 0..<side {
            let start = row * side
            var column = 0
            while column < side {
                let first = column
                while column < side, isDarkByIndex[start + column] { column += 1 }
                if column > first {
                    body(
                        Run(
                            row: row + Self.quietModules, column: first + Self.quietModules,
                            length: column - first))
                }
                column += 1
            }
        }
    }

    struct Run: Equatable {
        let row: Int
        let column: Int
        let length: Int
    }
}
