import HTTP
import JSON
import TestSupport

@testable import API
@testable import shipmate

/// The pages: a title, a sentence on how to read them, and tables.
enum ReferencePage {
    static var settings: String {
        page(
            "Settings",
            """
            Each setting is an environment variable. The server reports all mistakes at start, and shows every value
            with secrets hidden. `shipmate help configuration` prints this list. [Configure](../operating/Configure.md)
            explains settings that name a file.
            """,
            table(
                ["setting", "meaning", "values", "default", "since", "effective after"],
                Configuration.settings.map {
                    let fallback = $0.fallbackMeaning ?? $0.fallback
                    return [
                        code($0.name), $0.help, $0.allowed, fallback.isEmpty ? "none" : fallback, $0.since,
                        $0.renewal.rawValue,
                    ]
                }))
    }

    static var errors: String {
        page(
            "Errors",
            """
            An error is a problem detail (RFC 9457). Its `type` is `/problems/` and a name of this table, and opens a
            page with the same text. Decide by the `type`, and by the `status` for a type that you don't know.
            """,
            table(
                ["status", "type", "title", "meaning", "remedy"],
                ProblemType.all.map { [String($0.status), code($0.slug), $0.title, $0.meaning, $0.remedy] }))
    }

    static func calls(_ description: JSONValue) -> String {
        let calls = ReferencedCall.all(in: description)
        let tags = description["tags"]?.array ?? []
        // Webhooks' requests are no calls.
        let sections = tags.compactMap { tag -> String? in
            let name = tag["name"]?.string ?? ""
            let rows = calls.filter { $0.tag == name }
                .map {
                    [$0.method, code($0.path), $0.callers.joined(separator: ", "), code($0.id), $0.summary]
                }
            guard !rows.isEmpty else { return nil }
            return "## \(name)\n\(tag["description"]?.string ?? "")\n\n"
                + table(["method", "path", "caller", "operation", "summary"], rows)
        }
        return page(
            "Calls",
            """
            `/docs` on a running server and [openapi.json](openapi.json) describe each call in full. A caller is a user
            with an access token, or a key with one of the [scopes](Scopes.md).
            """,
            sections.joined(separator: "\n"))
    }

    static func scopes(_ description: JSONValue) -> String {
        let calls = ReferencedCall.all(in: description)
        let sections = ["server", "read", "admin"].map { scope in
            let rows = calls.filter { $0.callers.contains(scope) }
                .map { [$0.method, code($0.path), code($0.id)] }
            return "## \(scope)\n" + table(["method", "path", "operation"], rows)
        }
        return page(
            "Scopes",
            """
            Each API key has one scope, and can make the calls of its table. Keys of the scopes `links` and `branch` are
            for the [calls of Firebase and Branch](../Migrating.md) only. [Secure](../operating/Secure.md#api-keys)
            shows how to create keys.
            """,
            sections.joined(separator: "\n"))
    }

    static var commands: String {
        let topics = HelpTopic.allCases.filter { $0 != .configuration }
        return page(
            "Command line", "Each text is the output of `shipmate help` with the command's name.",
            topics.map { "## \($0.rawValue)\n```text\n\($0.usage)\n```\n" }.joined(separator: "\n"))
    }

    static func page(_ title: String, _ introduction: String, _ body: String) -> String {
        "# \(title)\n\n<!-- Written by `make reference`; edit the code. -->\n\(introduction)\n\n\(body)"
    }

    static func code(_ text: String) -> String { "`\(text)`" }

    static func table(_ names: [String], _ rows: [[String]]) -> String {
        let lines = [names, names.map { _ in "---" }] + rows
        return lines.map { cells in
            let texts = cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
            return "| \(texts.joined(separator: " | ")) |\n"
        }.joined()
    }
}
