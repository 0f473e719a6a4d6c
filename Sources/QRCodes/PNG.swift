internal import CPng

/// Black and white pictures as PNG.
enum PNG {
    /// By libpng's simplified interface: a palette of white and black makes it one bit a pixel.
    ///
    /// - Parameter pixels: a byte each, 0 for white and 1 for black, row by row.
    static func encode(_ pixels: [UInt8], sidePixels: Int) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(sidePixels)
        image.height = UInt32(sidePixels)
        image.format = paletteOfRGB
        image.colormap_entries = 2
        let palette: [UInt8] = [255, 255, 255, 0, 0, 0]
        var byteCount = pixels.count + headBytesMax
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
