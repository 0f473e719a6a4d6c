internal import HTTP
internal import JSON
internal import Pages

/// The type of a value in a few words, with its bounds.
struct ReferenceType {
    let document: ReferenceDocument

    func write(_ schema: JSONValue, to writer: inout HTMLWriter) {
        form(schema, &writer)
        for bound in Self.bounds(of: schema) {
            writer.text(", ")
            writer.prose(bound)
        }
    }

    private func form(_ schema: JSONValue, _ writer: inout HTMLWriter) {
        if let name = schema.referenceName { return named(name, &writer) }
        let forms = schema["oneOf"]?.elements ?? schema["anyOf"]?.elements ?? []
        if !forms.isEmpty { return alternatives(forms, &writer) }
        if let value = schema["const"] { return values([value], &writer) }
        if let listed = schema["enum"]?.elements { return values(listed, &writer) }
        let types =
            schema["type"].map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) } ?? ["anything"]
        for (index, type) in types.enumerated() {
            if index > 0 { writer.text(" or ") }
            plain(type, schema, &writer)
        }
    }

    /// A link, where there is something to read; else what it is.
    private func named(_ name: String, _ writer: inout HTMLWriter) {
        guard document.explains(name) else { return writer.text(name) }
        writer.reference(name, to: PageURL(fragment: "type-" + name))
    }

    private func alternatives(_ forms: [JSONValue], _ writer: inout HTMLWriter) {
        for (index, form) in forms.enumerated() {
            if index > 0 { writer.text(" or ") }
            write(form, to: &writer)
        }
    }

    private func values(_ values: [JSONValue], _ writer: inout HTMLWriter) {
        for (index, value) in values.enumerated() {
            if index > 0 { writer.text(index == values.count - 1 ? " or " : ", ") }
            writer.element("code", text: value.text ?? JSONText.compact(value))
        }
    }

    private func plain(_ type: String, _ schema: JSONValue, _ writer: inout HTMLWriter) {
        writer.text(type)
        if type == "array", let items = schema["items"] {
            writer.text(" of ")
            write(items, to: &writer)
        }
        if type == "object", schema["properties"] == nil, let each = schema["additionalProperties"],
            !each.members.isEmpty
        {
            writer.text(" of ")
            write(each, to: &writer)
        }
        if type != "null", let format = schema["format"]?.text, format != "int64" {
            writer.text(" (\(format))")
        }
    }

    private static func bounds(of schema: JSONValue) -> [String] {
        var bounds = [
            range(schema["minimum"], schema["maximum"], unit: ""),
            range(schema["minLength"], schema["maxLength"], unit: " characters"),
            range(schema["minItems"], schema["maxItems"], unit: " items"),
        ].compactMap(\.self)
        if let pattern = schema["pattern"]?.text { bounds.append("`\(pattern)`") }
        if let known = schema["x-extensible-enum"]?.elements {
            bounds.append(
                known.map { "`\($0.text ?? JSONText.compact($0))`" }.joined(separator: ", "))
        }
        if let value = schema["default"] { bounds.append("Default: `\(JSONText.compact(value))`") }
        if let example = schema["examples"]?.elements.first {
            bounds.append("such as `\(example.text ?? JSONText.compact(example))`")
        }
        return bounds
    }

    /// The ends of 64 bits bound nothing.
    private static func range(_ least: JSONValue?, _ most: JSONValue?, unit: String) -> String? {
        let ends = [least, most].map { end in
            end == .integer(.min) || end == .integer(.max) ? nil : end.map(JSONText.compact)
        }
        return switch (ends[0], ends[1]) {
        case (let least?, let most?) where least == most: least + unit
        case (let least?, let most?): "\(least) to \(most)\(unit)"
        case (let least?, nil): "at least \(least)\(unit)"
        case (nil, let most?): "at most \(most)\(unit)"
        case (nil, nil): nil
        }
    }
}
