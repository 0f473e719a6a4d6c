import Testing

@testable import JSON

/// Integers as JSON Schema has them: the description calls them so.
struct WholeNumberTests {
    private func read(_ text: String) throws -> (number: Int64?, codes: [FieldError.Code]) {
        let object = try JSONParser.parse(Array("{\"wait\": \(text)}".utf8))
        var fields = Fields(element: object, pointer: "")
        let number = fields.integer("wait", in: 0...25)
        return (number, fields.errors.map(\.code))
    }

    @Test(arguments: [("16", 16), ("16.0", 16), ("0.0", 0), ("-0.0", 0), ("1.6e1", 16), ("250e-1", 25)])
    func `a number without a fraction is whole, however it is written`(text: String, number: Int64) throws {
        let found = try read(text)
        #expect(found.number == number && found.codes.isEmpty)
    }

    @Test(arguments: [
        ("16.5", FieldError.Code.wrongType), ("26.0", .outOfRange), ("-1.0", .outOfRange),
        ("1e300", .outOfRange), ("9007199254740993.0", .wrongType),
        ("\"16\"", .wrongType),
    ])
    func `all else is refused`(text: String, code: FieldError.Code) throws {
        let found = try read(text)
        #expect(found.number == nil && found.codes == [code])
    }

    @Test func `what a double may not hold is whole only in digits`() throws {
        func whole(_ text: String) throws -> Int64? { try JSONParser.parse(Array(text.utf8)).wholeNumber }
        #expect(try whole("9007199254740993") == 9_007_199_254_740_993)
        #expect(try whole("9007199254740991.0") == 9_007_199_254_740_991)
        #expect(try whole("9007199254740992.0") == nil)
        #expect(try whole("-9223372036854775808") == .min)
    }
}
