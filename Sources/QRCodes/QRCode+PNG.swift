extension QRCode {
    /// The code as a PNG with one bit a pixel. The rest beside whole modules goes to the margin.
    ///
    /// - Parameter sidePixels: of the image; the smallest that shows every module when less.
    package func png(sidePixels: Int) -> [UInt8] {
        let scale = max(1, sidePixels / sideWithMargin)
        let sidePixels = max(sidePixels, sideWithMargin)
        let codePixels = sideWithMargin * scale
        let offset = (sidePixels - codePixels) / 2
        let margin = PixelRow(pixels: sidePixels)
        var rows = Array(repeating: margin, count: sideWithMargin)
        forEachDarkRun { run in
            let left = offset + run.column * scale
            rows[run.row].blacken(left..<(left + run.length * scale))
        }
        let code = rows.map { PNG.Band(row: $0, rowCount: scale) }
        let above = PNG.Band(row: margin, rowCount: offset)
        let below = PNG.Band(row: margin, rowCount: sidePixels - codePixels - offset)
        return PNG.encode([above] + code + [below], sidePixels: sidePixels)
    }
}
