import HTTP
import JSON
import Testing

@testable import shipmate

@Suite struct RereadFilesTests {
    @Test func `origins stand between commas, blanks and line ends, and comments say nothing`() throws {
        let text =
            "https://a.example, https://b.example\thttps://c.example\r\n# none\n\nhttp://d.example:81 # d\n"
        #expect(
            try OriginList.read(text).map(\.text) == [
                "https://a.example", "https://b.example", "https://c.example", "http://d.example:81",
            ])
        let error = #expect(throws: OriginList.Mistake.self) { try OriginList.read("https://a.example\n*\n") }
        #expect(error?.description.hasSuffix(". * is not an origin") == true)
    }

    @Test func `mistakes of all files are told at once`() throws {
        let configuration = try Configuration(environment: [
            "SHIPMATE_APP_PROFILE": "/nowhere/profile", "SHIPMATE_CORS_ORIGINS": "@/nowhere/origins",
        ])
        let error = #expect(throws: ConfigurationMistakes.self) { try RereadFiles(configuration) }
        #expect(
            error?.all.map(\.description) == [
                "SHIPMATE_APP_PROFILE=/nowhere/profile: No such file or directory",
                "SHIPMATE_CORS_ORIGINS=@/nowhere/origins: No such file or directory",
            ])
    }

    @Test func `origins that the environment lists need no file`() throws {
        let configuration = try Configuration(environment: ["SHIPMATE_CORS_ORIGINS": "https://a.example"])
        let files = try RereadFiles(configuration)
        #expect(files.origins.map(\.text) == ["https://a.example"])
        #expect(files.changes(since: files) == ["profile": "unchanged", "origins": "unchanged"])
    }
}
