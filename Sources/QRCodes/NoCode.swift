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
        let (margin, stroke) = (sidePixels / marginParts, max(1, sidePixels / strokeParts))
        var pixels = [UInt8](repeating: 0, count: sidePixels * sidePixels)
        let lines = margin..<(sidePixels - margin)
        for row in lines {
            for column in lines {
                let distance = min(abs(row - column), abs(row + column - (sidePixels - 1)))
                if distance < stroke { pixels[row * sidePixels + column] = 1 }
            }
        }
        return PNG.encode(pixels, sidePixels: sidePixels)
    }
}
