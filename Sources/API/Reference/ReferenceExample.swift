internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// A call as one would type it.
struct ReferenceExample {
    private static let columns = 76

    let document: ReferenceDocument
    let call: ReferenceDocument.Call

    /// For a shell: `$API`, `$TOKEN`, `$KEY` and what stands for the path's parameters are set before.
    var curl: String {
        var parts = ["curl -s"]
        if call.method != "GET" && !(call.method == "POST" && body != nil) {
            parts[0] += " -X \(call.method)"
        }
        parts[0] += " \"\(url)\""
        if let token { parts.append("-H \"Authorization: Bearer \(token)\"") }
        if let body {
            parts.append("-H 'Content-Type: application/json'")
            parts.append("-d '\(Self.pretty(body).replacing("'", with: "'\\''"))'")
        }
        return parts.joined(separator: " \\\n  ")
    }

    private var body: JSONValue? {
        let content = document.followed(call.value["requestBody"])?["content"]?["application/json"]
        guard let content else { return nil }
        let first = content["examples"]?.members.first.flatMap { document.followed($0.value)?["value"] }
        return content["example"] ?? first ?? .object([])
    }

    private var token: String? {
        let schemes = call.value["security"]?.elements.flatMap { $0.members.map(\.name) } ?? []
        guard !schemes.isEmpty else { return nil }
        return schemes.contains("userToken") ? "$TOKEN" : "$KEY"
    }

    private var url: String {
        let path = call.pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") ? Self.variable(segment.dropFirst().dropLast()) : String(segment)
        }
        let host = call.value["servers"] == nil ? "$API" : "$LINKS"
        let query = required.map { "\($0)=\(Self.variable($0[...]))" }.joined(separator: "&")
        return host + path.joined(separator: "/") + (query.isEmpty ? "" : "?" + query)
    }

    /// What the query must have.
    private var required: [String] {
        let parameters = (call.value["parameters"]?.elements ?? []).compactMap { document.followed($0) }
        return parameters.filter { $0["in"]?.text == "query" && $0["required"] == .bool(true) }
            .compactMap { $0["name"]?.text }
    }

    /// Shells have a variable `UID` of their own.
    private static func variable(_ name: Substring) -> String {
        name == "uid" ? "$PLAYER" : "$" + name.uppercased()
    }

    static func compact(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    /// What fits on a line stands on one.
    static func pretty(_ value: JSONValue, indent: Int = 0) -> String {
        let line = spaced(value)
        guard line.count + indent > columns else { return line }
        let margin = String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        switch value {
        case .object(let members):
            let lines = members.map {
                "\(margin)\(compact(.string($0.name))): \(pretty($0.value, indent: indent + 2))"
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        case .array(let elements):
            let lines = elements.map { margin + pretty($0, indent: indent + 2) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        default: return line
        }
    }

    private static func spaced(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            "{" + members.map { "\(compact(.string($0.name))): \(spaced($0.value))" }.joined(separator: ", ")
                + "}"
        case .array(let elements): "[" + elements.map(spaced).joined(separator: ", ") + "]"
        default: compact(value)
        }
    }
}
