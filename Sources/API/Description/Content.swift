internal import HTTP
package import JSON

/// A body: its media type and its form.
package struct Content: Equatable, Sendable {
    let type: String
    let schema: Schema
    package var example: JSONValue?

    package static func json(_ schema: Schema, example: JSONValue? = nil) -> Content {
        Content(type: "application/json", schema: schema, example: example)
    }

    static let html = Content(
        type: "text/html", schema: .string,
        example:
            "<!doctype html><html lang=\"en\"><title>Pieces &amp; Eight</title><p>Come aboard.</p></html>")

    func member(_ components: inout Components) -> JSONMember {
        var members = [JSONMember("schema", schema.json(&components))]
        if let example { members.append(JSONMember("example", example)) }
        return JSONMember(type, .object(members))
    }
}
