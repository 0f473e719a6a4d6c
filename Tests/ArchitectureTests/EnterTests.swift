import Testing

/// What Enter does in a form of the console is decided in one place.
struct EnterTests {
    private static let home = "Sources/Console/Writing/HTMLWriter+Forms.swift"
    /// What has the focus at first.
    private static let focused = [
        "Sources/Console/Shell/ConsolePage.swift": "the title of a page that asks",
        "Sources/Console/RuleEditor/RuleFormFields+Field.swift": "the first field with a mistake",
    ]

    @Test func `one file writes the forms and buttons of the console`() throws {
        let writing = /\b(element|open)\(\s*"(form|button)"/.wordBoundaryKind(.simple)
        let files = try Sources.files(in: "Sources").filter { $0.module == "Console" }
        #expect(files.filter { $0.text.contains(writing) }.map(\.path) == [Self.home])
        let focusing = files.filter { $0.text.contains("\"autofocus\"") }
        #expect(Set(focusing.map(\.path)) == Set(Self.focused.keys))
    }
}
