/// Codes of one text but for what changes within it, such as a link with another click's id each time.
///
/// To find the mask that suits a code best took 0.4 ms. But codes are linear: error correction and mask are
/// sums without carry (ISO/IEC 18004, 7.5 and 7.8). Between two codes of one mask just those modules turn
/// that are dark in what the texts' difference, taken as data, makes.
package struct QRCodeFamily {
    private let first: QRCode
    private let text: [UInt8]
    private let blocks: ErrorCorrection
    /// Where each bit of the codewords is, the text's and then the error correction's.
    private let places: [Int]

    /// Nil when no code holds `text`.
    package init?(_ text: String) {
        guard let symbol = Symbol(text) else { return nil }
        first = QRCode(symbol)
        self.text = Array(text.utf8)
        places = Self.places(in: symbol)
        blocks = ErrorCorrection(side: symbol.side, codewords: places.count / 8)
    }

    /// The code of a text of the same length, under the first one's mask; nil for one of another length.
    package func code(_ text: String) -> QRCode? {
        let difference = zip(self.text, text.utf8).map { $0 ^ $1 }
        guard difference.count == self.text.count, text.utf8.count == difference.count else { return nil }
        var code = first
        let turned = blocks.stream(of: data(difference))
        for (index, codeword) in turned.enumerated() where codeword != 0 {
            for bit in 0..<8 where codeword << UInt8(bit) & 0x80 != 0 {
                code.isDarkByIndex[places[index * 8 + bit]].toggle()
            }
        }
        return code
    }

    /// A text's bytes come half a codeword late: behind four bits that say that it is bytes, and how many, in
    /// one byte or from version 10 on in two.
    private func data(_ bytes: [UInt8]) -> [UInt8] {
        var data = [UInt8](repeating: 0, count: blocks.dataCount)
        let start = first.side < Self.sideOfVersionTen ? 1 : 2
        for (index, byte) in bytes.enumerated() {
            data[start + index] |= byte >> 4
            data[start + index + 1] |= byte << 4
        }
        return data
    }

    private static let sideOfVersionTen = 57

    /// Two columns at a time from the right, up and down in turns; the column of the timing pattern is none.
    private static func places(in symbol: Symbol) -> [Int] {
        var places: [Int] = []
        var isUpwards = true
        for right in stride(from: symbol.side - 1, to: 0, by: -2) {
            let right = right <= timingColumn ? right - 1 : right
            for step in 0..<symbol.side {
                let row = isUpwards ? symbol.side - 1 - step : step
                for place in [row * symbol.side + right, row * symbol.side + right - 1]
                where symbol.modules[place].isData { places.append(place) }
            }
            isUpwards.toggle()
        }
        return places
    }

    private static let timingColumn = 6
}
