internal import CPng

extension QRCode {
    /// The code as a PNG with one bit a pixel. What modules of whole pixels leave over goes to the margin.
    ///
    /// - Parameter sidePixels: of the image; the smallest that shows every module when less.
    package func png(sidePixels: Int) -> [UInt8] {
        let scale = max(1, sidePixels / sideWithMargin)
        let sidePixels = max(sidePixels, sideWithMargin)
        return encoded(pixels(sidePixels: sidePixels, scale: scale), sidePixels: sidePixels)
    }

    /// A byte a pixel, 0 for white.
    private func pixels(sidePixels: Int, scale: Int) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: sidePixels * sidePixels)
        let offset = (sidePixels - sideWithMargin * scale) / 2
        for run in darkRuns {
            let columns = (offset + run.column * scale)..<(offset + (run.column + run.length) * scale)
            for row in (offset + run.row * scale)..<(offset + (run.row + 1) * scale) {
                for column in columns { pixels[row * sidePixels + column] = 1 }
            }
        }
        return pixels
    }

    /// By libpng's simplified interface: a palette of white and black makes it one bit a pixel.
    private func encoded(_ pixels: [UInt8], sidePixels: Int) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(sidePixels)
        image.height = UInt32(sidePixels)
        image.format = Self.paletteOfRGB
        image.colormap_entries = 2
        let palette: [UInt8] = [255, 255, 255, 0, 0, 0]
        var byteCount = pixels.count + Self.headBytesMax
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let isWritten = png_image_write_to_memory(&image, &bytes, &byteCount, 0, pixels, 0, palette)
        precondition(isWritten == 1, "libpng could not write \(sidePixels) × \(sidePixels) pixels")
        return Array(bytes[..<byteCount])
    }

    /// Signature, header, palette and end; the pixels themselves are packed and compressed.
    private static let headBytesMax = 1024
    /// `PNG_FORMAT_RGB_COLORMAP`, hidden from Swift behind its macros.
    private static let paletteOfRGB = UInt32(0x02 | 0x08)
}
