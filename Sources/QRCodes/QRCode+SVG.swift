extension QRCode {
    /// The code as an SVG document: one black path on white, sharp at any size.
    ///
    /// - Parameter sidePixels: how large it is shown unless its frame says otherwise.
    package func svg(sidePixels: Int) -> String {
        let side = sideWithMargin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(sidePixels)" height="\(sidePixels)" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)h-\(side)z"/><path d="\(path)"/></svg>

            """
    }

    /// All dark modules as the data of one SVG path, a unit each, the margin left free.
    package var path: String {
        darkRuns.map { "M\($0.column) \($0.row)h\($0.length)v1h-\($0.length)z" }.joined()
    }
}
