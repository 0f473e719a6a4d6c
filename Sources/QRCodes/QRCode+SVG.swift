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
        var path = Path()
        path.bytes.reserveCapacity(side * side * 2)
        forEachDarkRun { path.append($0) }
        return String(decoding: path.bytes, as: UTF8.self)
    }

    /// `M4 4.5h7m2 0h3`: along the middle of a row, from run to run.
    private struct Path {
        var bytes: [UInt8] = []
        private var row = 0
        private var column = 0

        mutating func append(_ run: Run) {
            if run.row == row {
                bytes.append(UInt8(ascii: "m"))
                append(run.column - column)
                bytes.append(UInt8(ascii: " "))
                bytes.append(UInt8(ascii: "0"))
            } else {
                bytes.append(UInt8(ascii: "M"))
                append(run.column)
                bytes.append(UInt8(ascii: " "))
                append(run.row)
                bytes.append(UInt8(ascii: "."))
                bytes.append(UInt8(ascii: "5"))
            }
            bytes.append(UInt8(ascii: "h"))
            append(run.length)
            (row, column) = (run.row, run.column + run.length)
        }

        /// No side has more than three digits.
        private mutating func append(_ number: Int) {
            if number >= 100 { bytes.append(UInt8(ascii: "0") + UInt8(number / 100)) }
            if number >= 10 { bytes.append(UInt8(ascii: "0") + UInt8(number / 10 % 10)) }
            bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
        }
    }
}
