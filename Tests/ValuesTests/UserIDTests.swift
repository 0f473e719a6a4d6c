import FoundationEssentials
import Testing
import Values

@Suite struct UserIDTests {
    private static func uid(_ tail: String) throws -> UserID {
        UserID(try #require(UUID(text: "00000000-0000-7000-8000-000000000" + tail)))
    }

    @Test func `is written in lower case and ordered by its bytes`() throws {
        #expect(try Self.uid("ABC").description == "00000000-0000-7000-8000-000000000abc")
        #expect(try Self.uid("009") < Self.uid("00a"))
        #expect(try Self.uid("00f") < Self.uid("010"))
    }
}
