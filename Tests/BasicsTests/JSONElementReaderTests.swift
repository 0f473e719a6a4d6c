import Basics
import Testing

struct JSONElementReaderTests {
    private func read(_ text: String) throws -> [String] {
        var reader = JSONElementReader(member: "users")
        var elements: [String] = []
        for byte in text.utf8 {
            guard let element = try reader.next(byte) else { continue }
            elements.append("\(element.line) " + String(decoding: element.bytes, as: UTF8.self))
        }
        try reader.finish()
        return elements
    }

    @Test(
        arguments: [
            (#"{"users": []}"#, []),
            (#"{"users":[{}]}"#, ["1 {}"]),
            (
                "\u{FEFF}{\n\"users\": [\n{\"a\": 1},\n\n  {\"b\":\n[{}]}\n]}\n",
                ["3 {\"a\": 1}", "5 {\"b\":\n[{}]}"]
            ),
            (
                #"{"kind": "users", "x": ["users", {"users": [{}]}], "users": [{"c": "}]"}], "users2": [{}]}"#,
                [#"1 {"c": "}]"}"#]
            ),
            (#"{"users": [{"a": "\"}"}, {"a\\": "\\"}]}"#, [#"1 {"a": "\"}"}"#, #"1 {"a\\": "\\"}"#]),
        ])
    func `finds the objects of the array, and where each begins`(text: String, elements: [String]) throws {
        #expect(try read(text) == elements)
    }

    @Test(
        arguments: [
            ("", .noArray("users")), ("[{}]", .noArray("users")), (#"{"a": [{}]}"#, .noArray("users")),
            (#"{"users": {}}"#, .noArray("users")), (#"{"a": {"users": [{}]}}"#, .noArray("users")),
            (#"{"users": [{}"#, .unfinished), (#"{"users": [{"a": "]}"#, .unfinished),
            (#"{"users": [{}], "a": 1"#, .unfinished),
            ("{\"users\": [{},\n5]}", .noObject(line: 2)), (#"{"users": ["a"]}"#, .noObject(line: 1)),
            (#"{"users": [[{}]]}"#, .noObject(line: 1)), (#"{"users": [null]}"#, .noObject(line: 1)),
        ] as [(String, JSONElementReader.Failure)])
    func `says where it is something else`(text: String, failure: JSONElementReader.Failure) {
        #expect(throws: failure) { try read(text) }
    }

    @Test func `holds no more than one object may have`() {
        let long = "{\"users\": [\n{\"a\": \"" + String(repeating: "x", count: 262_144) + "\"}]}"
        #expect(throws: JSONElementReader.Failure.tooLong(line: 2)) { try read(long) }
    }
}
