extension QRCode {
    /// The code as an SVG document: one black path on white, sharp at any size.
    ///
    /// - Parameter sidePixels: how large it is shown unless its frame says otherwise.
    package func svg(sidePixels: Int) -> String {
        let side = sideWithMargin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(sidePixels)" height="\(sidePixels)" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)h-\(side)z"/><path stroke="#000" d="\(path)"/></svg>

            """
    }

    /// All dark modules as the data of one SVG path to be stroked, a unit each, the margin left free.
    ///
    /// Byte by byte: a string for each of its hundreds of parts took a tenth of a millisecond.
    package var path: String {
        String(unsafeUninitializedCapacity: side * (side + Self.rowHeadBytes) * 4) { bytes in
            var path = Path(bytes: bytes)
            forEachDarkRun { path.append($0) }
            return path.count
        }
    }

    /// `M177 180.5`: a row's first run; each after it takes at most eight bytes, and two modules or more.
    private static let rowHeadBytes = 10

    /// `M4 4.5h7m2 0h3`: along the middle of a row, from run to run.
    private struct Path {
        let bytes: UnsafeMutableBufferPointer<UInt8>
        private(set) var count = 0
        private var row = 0
        private var column = 0

        init(bytes: UnsafeMutableBufferPointer<UInt8>) {
            self.bytes = bytes
        }

        mutating func append(_ run: Run) {
            if run.row == row {
                append("m")
                append(run.column - column)
                append(" ")
                append("0")
            } else {
                append("M")
                append(run.column)
                append(" ")
                append(run.row)
                append(".")
                append("5")
            }
            append("h")
            append(run.length)
            (row, column) = (run.row, run.column + run.length)
        }

        private mutating func append(_ character: Unicode.Scalar) {
            append(UInt8(truncatingIfNeeded: character.value))
        }

        /// No side has more than three digits.
        private mutating func append(_ number: Int) {
            if number >= 100 { append(UInt8(ascii: "0") + UInt8(number / 100)) }
            if number >= 10 { append(UInt8(ascii: "0") + UInt8(number / 10 % 10)) }
            append(UInt8(ascii: "0") + UInt8(number % 10))
        }

        private mutating func append(_ byte: UInt8) {
            bytes[count] = byte
            count += 1
        }
    }
}
