internal import HTTP
internal import JSON

/// A read value can be written, and is read again as the same value.
enum JSONFuzzing {
    static func mistake(with input: [UInt8]) -> String? {
        guard let value = try? JSONParser.parse(input) else { return nil }
        let written = JSONWriter.bytes(of: value)
        guard let again = try? JSONParser.parse(written) else { return "what was written can't be read" }
        return again == value ? nil : "what was written is another value"
    }
}
