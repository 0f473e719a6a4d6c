internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// A call as one would write it, in several languages.
struct ReferenceExample {
    /// Languages of the examples, in order.
    enum Language: String, CaseIterable {
        case curl
        case swift = "Swift"
        case kotlin = "Kotlin"
        case typescript = "TypeScript"
        case python = "Python"
    }

    let document: ReferenceDocument
    let call: ReferenceDocument.Call

    func text(in language: Language) -> String {
        switch language {
        case .curl: curl
        case .swift: swift
        case .kotlin: kotlin
        case .typescript: typescript
        case .python: python
        }
    }

    var method: String { call.method }

    var body: JSONValue? {
        let content = document.followed(call.value["requestBody"])?["content"]?["application/json"]
        guard let content else { return nil }
        let first = content["examples"]?.members.first.flatMap { document.followed($0.value)?["value"] }
        return content["example"] ?? first ?? .object([])
    }

    /// The variable that holds what authorizes the call, `token` or `key`; nil where nothing does.
    var credential: String? {
        let schemes = call.value["security"]?.elements.flatMap { $0.members.map(\.name) } ?? []
        guard !schemes.isEmpty else { return nil }
        return schemes.contains("userToken") ? "token" : "key"
    }

    /// The call's URL.
    ///
    /// - Parameter variable: writes a variable within a text.
    func url(_ variable: (String) -> String) -> String {
        let path = call.pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? variable(Self.name(segment.dropFirst().dropLast())) : String(segment)
        }
        let host = variable(call.value["servers"] == nil ? "api" : "links")
        let query = required.map { "\($0)=\(variable(Self.name($0[...])))" }.joined(separator: "&")
        return host + path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query)
    }

    /// The required query.
    private var required: [String] {
        let parameters = (call.value["parameters"]?.elements ?? []).compactMap { document.followed($0) }
        return parameters.filter { $0["in"]?.text == "query" && $0["required"] == .bool(true) }
            .compactMap { $0["name"]?.text }
    }

    /// Shells have a variable `UID` of their own.
    private static func name(_ parameter: Substring) -> String {
        parameter == "uid" ? "player" : String(parameter)
    }
}
