/// The picture for a missing code: a cross, which no camera takes for a code.
package enum NoCode {
    /// Of the side, from each edge, and how thick a stroke is.
    private static let (marginParts, strokeParts) = (5, 16)

    package static func svg(sidePixels: Int) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(sidePixels)" height="\(sidePixels)" \
        viewBox="0 0 10 10"><path fill="#fff" d="M0 0h10v10H0z"/>\
        <path stroke="#000" d="M2 2l6 6M8 2l-6 6"/></svg>

        """
    }

    package static func png(sidePixels: Int) -> [UInt8] {
        let stroke = max(1, sidePixels / strokeParts)
        let inside = (sidePixels / marginParts)..<(sidePixels - sidePixels / marginParts)
        let bands = (0..<sidePixels).map { y in
            var row = PixelRow(pixels: sidePixels)
            if inside.contains(y) {
                for middle in [y, sidePixels - 1 - y] {
                    row.blacken(((middle - stroke + 1)..<(middle + stroke)).clamped(to: inside))
                }
            }
            return PNG.Band(row: row, rowCount: 1)
        }
        return PNG.encode(bands, sidePixels: sidePixels)
    }
}
