extension QRCode {
    /// The code as a PNG with one bit a pixel. The rest beside whole modules goes to the margin.
    ///
    /// - Parameter sidePixels: of the image; the smallest that shows every module when less.
    package func png(sidePixels: Int) -> [UInt8] {
        let scale = max(1, sidePixels / sideWithMargin)
        let sidePixels = max(sidePixels, sideWithMargin)
        return PNG.encode(pixels(sidePixels: sidePixels, scale: scale), sidePixels: sidePixels)
    }

    /// A byte a pixel, 0 for white.
    private func pixels(sidePixels: Int, scale: Int) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: sidePixels * sidePixels)
        let offset = (sidePixels - sideWithMargin * scale) / 2
        forEachDarkRun { run in
            let columns = (offset + run.column * scale)..<(offset + (run.column + run.length) * scale)
            for row in (offset + run.row * scale)..<(offset + (run.row + 1) * scale) {
                for column in columns { pixels[row * sidePixels + column] = 1 }
            }
        }
        return pixels
    }
}
