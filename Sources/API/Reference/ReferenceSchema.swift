internal import Forms
internal import HTTP
internal import JSON
internal import Pages

/// A JSON Schema in words, its fields one below the other.
struct ReferenceSchema {
    let document: ReferenceDocument

    /// A type that stands for itself.
    func whole(_ schema: JSONValue, _ writer: inout HTMLWriter) {
        writer.paragraph(document.followed(schema)?["description"]?.text)
        body(schema, &writer)
    }

    /// The content of a body.
    func body(_ schema: JSONValue, _ writer: inout HTMLWriter) {
        guard let own = document.followed(schema) else { return }
        if own["properties"] != nil { return fields(own, &writer) }
        writer.element("p", [.text("class", "type")]) { writer in
            ReferenceType(document: document).write(own, to: &writer)
        }
        for part in own.variants + [own["items"]].compactMap(\.self) where !isExplained(part) {
            fields(part, &writer)
        }
    }

    /// Whether a link leads to all that is to be said.
    private func isExplained(_ schema: JSONValue) -> Bool {
        schema.referenceName.map(document.explains) ?? false
    }

    /// The properties of an object, or of the objects in a list.
    private func fields(_ schema: JSONValue, _ writer: inout HTMLWriter) {
        guard let own = document.followed(schema), let properties = own["properties"]?.members else { return }
        guard !properties.isEmpty else { return }
        let required = own["required"]?.elements ?? []
        writer.element("dl", [.text("class", "fields")]) { writer in
            for property in properties {
                field(
                    property.name, property.value, isOptional: !required.contains(.string(property.name)),
                    meaning: property.value["description"]?.text, &writer)
            }
        }
    }

    func field(
        _ name: String, _ schema: JSONValue, note: String? = nil, isOptional: Bool, meaning: String?,
        _ writer: inout HTMLWriter
    ) {
        writer.element("div") { writer in
            writer.element("dt") { writer in
                writer.element("code", text: name)
                writer.text(" ")
                writer.element("span", [.text("class", "type")]) { writer in
                    ReferenceType(document: document).write(schema, to: &writer)
                    if let note { writer.text(", \(note)") }
                }
                if isOptional { writer.element("span", [.text("class", "optional")], text: "optional") }
            }
            writer.element("dd") { writer in
                writer.paragraph(meaning)
                if schema.referenceName == nil {
                    fields(schema, &writer)
                    if let items = schema["items"], items.referenceName == nil { fields(items, &writer) }
                }
            }
        }
    }
}

extension JSONValue {
    /// The forms that it may have, null aside.
    var variants: [JSONValue] {
        let forms = self["oneOf"]?.elements ?? self["anyOf"]?.elements ?? []
        return forms.filter { $0["type"]?.text != "null" }
    }
}
