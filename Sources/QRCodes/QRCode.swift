internal import CQrencode

/// A text as the squares of a QR code (ISO/IEC 18004): the smallest version that holds it with error
/// correction M, which still reads with 15 % of it dirty.
package struct QRCode: Equatable, Sendable {
    /// The white margin that readers need, in modules.
    package static let quietModules = 4

    /// Modules a side, without the margin.
    package let side: Int
    /// Row by row from the top left.
    private let isDarkByIndex: [Bool]

    /// Nil when no code holds `text`: it is empty, or longer than 2,331 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
        // The lowest bit is the colour; the others say what a module is for.
        isDarkByIndex = modules.map { $0 & 1 == 1 }
    }

    /// Modules a side, with the margin.
    package var sideWithMargin: Int { side + 2 * Self.quietModules }

    /// Each stretch of dark modules, row by row; the margin counts.
    var darkRuns: [Run] {
        (0..<side).flatMap { row in
            var runs: [Run] = []
            var column = 0
            while column < side {
                let start = column
                while column < side, isDarkByIndex[row * side + column] { column += 1 }
                if column > start {
                    runs.append(
                        Run(
                            row: row + Self.quietModules, column: start + Self.quietModules,
                            length: column - start))
                }
                column += 1
            }
            return runs
        }
    }

    struct Run: Equatable {
        let row: Int
        let column: Int
        let length: Int
    }
}
