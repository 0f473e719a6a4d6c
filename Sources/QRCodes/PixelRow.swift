/// A row of a black and white picture, a bit a pixel from the left; white until blackened.
struct PixelRow {
    private(set) var bytes: [UInt8]

    init(pixels: Int) {
        bytes = Array(repeating: .max, count: (pixels + 7) / 8)
    }

    /// - Parameter pixels: not empty, and within the row.
    mutating func blacken(_ pixels: Range<Int>) {
        let (first, last) = (pixels.lowerBound / 8, (pixels.upperBound - 1) / 8)
        let head = UInt8.max >> (pixels.lowerBound % 8)
        let tail = UInt8.max << (7 - (pixels.upperBound - 1) % 8)
        guard first < last else { return bytes[first] &= ~(head & tail) }
        bytes[first] &= ~head
        for index in (first + 1)..<last { bytes[index] = 0 }
        bytes[last] &= ~tail
    }
}
