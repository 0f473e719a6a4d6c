extension JSONValue {
    /// An integer as JSON Schema has it: `16.0` and `1e3` are integers, too. Nil for all else, and for a
    /// number with a point or an exponent whose double may not be what was written: 2^53 and more.
    public var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number) where number.rounded() == number && abs(number) < 0x1p53: Int64(number)
        default: nil
        }
    }
}
