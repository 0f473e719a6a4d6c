import Testing

@testable import Basics

struct RefusedRecordTests {
    private func records(_ bytes: [UInt8]) throws -> [CSVReader.Record] {
        var reader = CSVReader()
        var originals = RefusedRecord.Reader()
        return try bytes.compactMap { try reader.next($0) }.map { originals.original($0) }
    }

    @Test func `a file of refused records is read as the records that were refused`() throws {
        let header = ["external_id", "email"]
        let refused = [
            RefusedRecord(.init(line: 2, fields: ["-7", "=1+1"]), because: "a; =reason"),
            RefusedRecord(.init(line: 5, fields: ["'=x;=1", "e"]), because: "b"),
            RefusedRecord(.init(line: 6, fields: ["too few"]), because: "c"),
        ]
        let read = try records(RefusedRecord.file(refused, under: header))
        #expect(
            read.map(\.fields) == [header, ["-7", "=1+1"], ["'=x;=1", "e"], ["too few", ""]])
    }

    @Test func `a file of another kind is read as it is`() throws {
        let text = "external_id,email\r\n'-7,'=x\r\n"
        #expect(try records(Array(text.utf8)).map(\.fields) == [["external_id", "email"], ["'-7", "'=x"]])
    }
}
