internal import CQrencode

/// What libqrencode makes of a text.
struct Symbol {
    struct Module {
        let isDark: Bool
        /// Of the text or its error correction; all others are the same in each symbol of this size and mask.
        let isData: Bool

        /// The lowest bit is the colour; the highest marks what isn't data.
        fileprivate init(_ bits: UInt8) {
            isDark = bits & 1 == 1
            isData = bits & 0x80 == 0
        }
    }

    let side: Int
    let modules: [Module]

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map(Module.init)
    }
}
