internal import HTTP
internal import JSON

// Each uses its language's standard library, Kotlin OkHttp and Python requests.
extension ReferenceExample {
    /// For a shell: `$API`, `$TOKEN`, `$KEY` and the path's parameters are variables.
    var curl: String {
        var parts = ["curl -s"]
        if method != "GET" && !(method == "POST" && body != nil) { parts[0] += " -X \(method)" }
        parts[0] += " \"\(url { "$" + $0.uppercased() })\""
        if let credential { parts.append("-H \"Authorization: Bearer $\(credential.uppercased())\"") }
        if let body {
            parts.append("-H 'Content-Type: application/json'")
            parts.append("-d '\(JSONText.pretty(body).replacing("'", with: "'\\''"))'")
        }
        return parts.joined(separator: " \\\n  ")
    }

    var swift: String {
        var lines = ["var request = URLRequest(url: URL(string: \"\(url { "\\(\($0.camelCase))" })\")!)"]
        if method != "GET" { lines.append("request.httpMethod = \"\(method)\"") }
        if let credential {
            lines.append(
                "request.setValue(\"Bearer \\(\(credential))\", forHTTPHeaderField: \"Authorization\")")
        }
        if let body {
            lines.append("request.setValue(\"application/json\", forHTTPHeaderField: \"Content-Type\")")
            lines.append(
                "request.httpBody = Data(#\"\"\"\n\(JSONText.pretty(body).indented)\n  \"\"\"#.utf8)")
        }
        return (lines + ["let (data, response) = try await URLSession.shared.data(for: request)"])
            .joined(separator: "\n")
    }

    var kotlin: String {
        var lines = ["val request = Request.Builder().url(\"\(url { "$" + $0.camelCase })\")"]
        if let credential { lines.append("  .header(\"Authorization\", \"Bearer $\(credential)\")") }
        if let body {
            let text = JSONText.pretty(body, indent: 2).replacing("$", with: "${'$'}")
            lines.append("  .method(\"\(method)\", \"\"\"\(text)\"\"\"")
            lines.append("    .toRequestBody(\"application/json\".toMediaType()))")
        } else if method != "GET" {
            lines.append("  .method(\"\(method)\", \(method == "DELETE" ? "null" : "\"\".toRequestBody()"))")
        }
        return (lines + ["val reply = OkHttpClient().newCall(request.build()).execute()"])
            .joined(separator: "\n")
    }

    var typescript: String {
        var options: [String] = method == "GET" ? [] : ["method: \"\(method)\""]
        var headers = credential.map { ["Authorization: `Bearer ${\($0)}`"] } ?? []
        if body != nil { headers.append("\"Content-Type\": \"application/json\"") }
        if !headers.isEmpty { options.append("headers: { \(headers.joined(separator: ", ")) }") }
        if let body { options.append("body: JSON.stringify(\(JSONText.pretty(body, indent: 2)))") }
        let url = "`\(url { "${\($0.camelCase)}" })`"
        guard !options.isEmpty else { return "const reply = await fetch(\(url))" }
        return "const reply = await fetch(\(url), {\n  \(options.joined(separator: ",\n  ")),\n})"
    }

    var python: String {
        var arguments = ["f\"\(url { "{\($0)}" })\""]
        if let credential { arguments.append("headers={\"Authorization\": f\"Bearer {\(credential)}\"}") }
        if let body { arguments.append("json=\(JSONText.pretty(body, indent: 2, words: .python))") }
        let separator = arguments.count == 1 ? "" : "\n  "
        return "reply = requests.\(method.lowercased())(\(separator)"
            + arguments.joined(separator: ",\n  ") + ")"
    }
}

extension String {
    /// `link_host` as `linkHost`.
    fileprivate var camelCase: String {
        let words = split(separator: "_").map(String.init)
        return (words.prefix(1) + words.dropFirst().map(\.capitalized)).joined()
    }

    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }

    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
    }
}
