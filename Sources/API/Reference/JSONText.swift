internal import JSON

/// JSON laid out for people: what fits on a line stands on one.
enum JSONText {
    /// How a language spells what JSON calls true, false and null.
    enum Words {
        case json
        case python
    }

    private static let columns = 76

    static func pretty(_ value: JSONValue, indent: Int = 0, words: Words = .json) -> String {
        let line = spaced(value, words)
        guard line.count + indent > columns else { return line }
        let margin = String(repeating: " ", count: indent + 2)
        let end = "\n" + String(repeating: " ", count: indent)
        switch value {
        case .object(let members):
            let lines = members.map {
                "\(margin)\(compact(.string($0.name))): \(pretty($0.value, indent: indent + 2, words: words))"
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        case .array(let elements):
            let lines = elements.map { margin + pretty($0, indent: indent + 2, words: words) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        default: return line
        }
    }

    static func compact(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    private static func spaced(_ value: JSONValue, _ words: Words) -> String {
        switch (value, words) {
        case (.object(let members), _):
            "{"
                + members.map { "\(compact(.string($0.name))): \(spaced($0.value, words))" }
                .joined(separator: ", ") + "}"
        case (.array(let elements), _):
            "[" + elements.map { spaced($0, words) }.joined(separator: ", ") + "]"
        case (.bool(let isTrue), .python): isTrue ? "True" : "False"
        case (.null, .python): "None"
        default: compact(value)
        }
    }
}
