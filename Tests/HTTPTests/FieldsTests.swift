import Testing

@testable import HTTP
@testable import JSON

@Suite struct FieldsTests {
    private func fields(_ json: String) throws -> Fields {
        try Fields(JSONParser.parse(Array(json.utf8)))
    }

    private func mistakes(_ fields: Fields) -> [String] {
        do throws(Problem) {
            try fields.finish()
            return []
        } catch {
            #expect(error.status == 422 && error.slug == "validation")
            return error.errors.map { "\($0.pointer) \($0.code.name)" }
        }
    }

    @Test func `gives required values back unwrapped`() throws {
        var fields = try fields(#"{"name":"Jim","level":5,"note":null}"#)
        let name = fields.string("name", length: 1...10)
        let level = fields.integer("level", in: 1...10)
        let note = fields.optionalString("note")
        let (jim, five) = try fields.finish(name, level)
        #expect(jim == "Jim" && five == 5 && note == nil)
    }

    @Test func `collects every mistake with its pointer`() throws {
        var fields = try fields(
            #"{"short":"","long":"abc","type":1,"range":11,"float":1.5,"flag":"x","nul":"\u0000","a/b~c":1,"#
                + #""null":null}"#
        )
        _ = fields.string("short", length: 1...2)
        _ = fields.string("long", length: 1...2)
        _ = fields.string("type")
        _ = fields.integer("range", in: 1...10)
        _ = fields.integer("float")
        _ = fields.optionalBool("flag")
        _ = fields.string("nul")
        _ = fields.string("missing")
        _ = fields.string("null")
        #expect(
            mistakes(fields) == [
                "/short too_short", "/long too_long", "/type wrong_type", "/range out_of_range",
                "/float wrong_type",
                "/flag wrong_type", "/nul invalid", "/missing required", "/null required",
                "/a~1b~0c unknown_field",
            ])
    }

    @Test func `lets a value parse itself and fills its pointer in`() throws {
        struct Odd {
            static func parse(_ text: String) throws(FieldError) -> Int {
                guard let number = Int(text), number % 2 == 1 else { throw FieldError(.invalid, "Not odd.") }
                return number
            }
        }
        var fields = try fields(#"{"a":"3","b":"4","c":null}"#)
        #expect(fields.value("a", Odd.parse) == 3)
        #expect(fields.value("b", Odd.parse) == nil)
        #expect(fields.optionalValue("c", Odd.parse) == nil)
        #expect(mistakes(fields) == ["/b invalid"])
    }

    @Test func `keeps the mistakes of each element apart`() throws {
        var batch = try fields(#"{"events":[{"level":1},{"level":0},7,{"level":2,"x":1}]}"#)
        var events = batch.objects("events", count: 1...10) ?? []
        #expect(mistakes(batch) == [])
        for index in events.indices { _ = events[index].integer("level", in: 1...9) }
        #expect(
            events.map { mistakes($0) } == [
                [], ["/events/1/level out_of_range"], ["/events/2 wrong_type"], ["/events/3/x unknown_field"],
            ])
        for event in events { batch.adopt(event) }
        #expect(mistakes(batch).count == 3)
    }

    @Test func `bounds arrays`() throws {
        for (json, code) in [("[]", "too_short"), ("[{},{},{}]", "too_long"), ("{}", "wrong_type")] {
            var fields = try fields("{\"events\":\(json)}")
            #expect(fields.objects("events", count: 1...2) == nil)
            #expect(mistakes(fields) == ["/events \(code)"])
        }
    }

    @Test func `refuses a document that is no object`() {
        #expect(throws: Problem.validation([FieldError(.wrongType, "An object is needed.")])) {
            try Fields(.array([]))
        }
    }

    @Test func `tells a bounded number of mistakes`() throws {
        let members = (0..<1_000).map { "\"k\($0)\":0" }.joined(separator: ",")
        #expect(mistakes(try fields("{\(members)}")).count == 32)
    }
}
