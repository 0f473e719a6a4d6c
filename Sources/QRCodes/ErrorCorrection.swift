/// How a code of level M corrects errors: its codewords in blocks, each with a Reed-Solomon remainder, all of
/// them taken in turns. Source: ISO/IEC 18004, 7.5 and 7.6.
struct ErrorCorrection {
    /// Codewords of the text.
    let dataCount: Int
    private let blockCount: Int
    /// The coefficients of the generator polynomial, but for the leading one; as many as a block has
    /// codewords of correction.
    private let generator: [UInt8]

    init(side: Int, codewords: Int) {
        let version = (side - 17) / 4
        blockCount = Self.blocks[version - 1]
        generator = GaloisField.generator(degree: Self.correctionPerBlock[version - 1])
        dataCount = codewords - blockCount * generator.count
    }

    /// By version, from 1 on: table 9.
    private static let blocks = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28,
        29,
        31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]
    private static let correctionPerBlock = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28,
        28,
        28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]

    /// All codewords as they follow each other in a symbol. The first blocks may be one shorter.
    func stream(of data: [UInt8]) -> [UInt8] {
        let (length, longer) = dataCount.quotientAndRemainder(dividingBy: blockCount)
        let starts = (0...blockCount).map { $0 * length + max(0, $0 - (blockCount - longer)) }
        let blocks = (0..<blockCount).map { data[starts[$0]..<starts[$0 + 1]] }
        let remainders = blocks.map { remainder(of: $0) }
        var stream: [UInt8] = []
        stream.reserveCapacity(dataCount + blockCount * generator.count)
        for index in 0...length {
            for block in blocks where index < block.count { stream.append(block[block.startIndex + index]) }
        }
        for index in generator.indices {
            for remainder in remainders { stream.append(remainder[index]) }
        }
        return stream
    }

    /// Of the block as a polynomial, by the generator.
    private func remainder(of block: ArraySlice<UInt8>) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for codeword in block {
            let factor = codeword ^ remainder[0]
            remainder.removeFirst()
            remainder.append(0)
            guard factor != 0 else { continue }
            for index in generator.indices {
                remainder[index] ^= GaloisField.product(generator[index], factor)
            }
        }
        return remainder
    }
}

/// The field of 256 elements that codewords are reckoned in: ISO/IEC 18004, 7.5.2.
enum GaloisField {
    /// x^8 + x^4 + x^3 + x^2 + 1.
    private static let modulus = 0x11D

    /// The powers of two, twice over, so that a sum of logarithms needs no remainder.
    private static let powers: [UInt8] = {
        var (powers, power) = ([UInt8](), 1)
        for _ in 0..<510 {
            powers.append(UInt8(power))
            power <<= 1
            if power > 0xFF { power ^= modulus }
        }
        return powers
    }()

    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: 256)
        for (exponent, power) in powers.prefix(255).enumerated() { logarithms[Int(power)] = exponent }
        return logarithms
    }()

    static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        guard one != 0, other != 0 else { return 0 }
        return powers[logarithms[Int(one)] + logarithms[Int(other)]]
    }

    /// (x + 1)(x + 2)(x + 4) …, the leading coefficient left off.
    static func generator(degree: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
        for exponent in 0..<degree {
            for index in coefficients.indices {
                coefficients[index] = product(coefficients[index], powers[exponent])
                if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
            }
        }
        return coefficients
    }
}
