import Testing

extension Promises.DuringOutages {
    /// What the pages show can be pasted as it stands.
    @Suite(.ofEmbeddedPostgres) struct DocumentationTests {
        private static let pages = [
            "accounts/Basics", "accounts/SignIn", "accounts/BackEnd", "accounts/Leaving",
            "accounts/Importing",
            "Links", "LinksForMarketers", "operating/Secure", "ProgrammeAPI",
        ]

        @Test func `the script at the head of each page runs, and so do the page's calls`() async throws {
            let install = try ServedInstall(environment: [
                "SHIPMATE_APP_PROFILE=\(PageScript.path(of: "Documentation/app-profile.example.json"))"
            ])
            defer { install.remove() }
            try await install.start()
            try await install.waitUntilReady()
            for page in Self.pages {
                let script = try PageScript(page: "Documentation/\(page).md")
                #expect(script.variables.contains("API"), "\(page)")
                let played = try install.play(script)
                #expect(played.isSuccess, "\(page): \(played.output)")
            }
        }

        @Test func `of a page only what readers paste is played`() {
            let script = PageScript(
                markdown: """
                    ```sh
                    API=here
                    ```
                    ```console
                    $ curl $API \\
                        -d '{"a":
                        1}'
                    {"answer": 1}
                    $ true
                    ```
                    ```json
                    $ false
                    ```
                    """)
            #expect(script.text == "API=here\ncurl $API \\\n    -d '{\"a\":\n    1}'\ntrue")
            #expect(script.variables == ["API"])
        }
    }
}
