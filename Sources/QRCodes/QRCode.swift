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
        // The lowest bit is the colour.
        isDarkByIndex = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
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
