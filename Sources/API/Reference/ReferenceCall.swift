internal import Forms
internal import HTTP
internal import JSON
internal import Pages

/// One call in the reference: who may make it, what it takes and gives, and a line to try.
struct ReferenceCall {
    let document: ReferenceDocument
    let call: ReferenceDocument.Call

    func write(to writer: inout HTMLWriter) {
        writer.element("section", [.text("class", "call"), .text("id", call.id)]) { writer in
            writer.element("h3") { $0.reference(call.summary, to: PageURL(fragment: call.id)) }
            writer.element("p", [.text("class", "line")]) { $0.line(of: call) }
            writer.paragraph(call.value["description"]?.text)
            facts(&writer)
            parameters(&writer)
            body(&writer)
            replies(&writer)
            writer.element("h4", text: "Try it")
            examples(&writer)
        }
    }

    /// One at a time is open, the first to begin with.
    private func examples(_ writer: inout HTMLWriter) {
        let example = ReferenceExample(document: document, call: call)
        for language in ReferenceExample.Language.allCases {
            let state: [HTMLAttribute] = language == .curl ? [.text("open", "")] : []
            writer.element("details", [.text("name", "try-\(call.id)")] + state) { writer in
                writer.element("summary", text: language.rawValue)
                writer.block(example.text(in: language))
            }
        }
    }

    private func facts(_ writer: inout HTMLWriter) {
        writer.element("p", [.text("class", "who")]) { writer in
            writer.element("strong", text: "Who may call: ")
            let schemes = call.value["security"]?.elements.flatMap { $0.members.map(\.name) } ?? []
            writer.text(
                schemes.isEmpty ? "anyone" : schemes.map { Self.callers[$0] ?? $0 }.joined(separator: "; "))
            guard let server = call.value["servers"]?.elements.first else { return }
            writer.open("br")
            writer.element("strong", text: "Where: ")
            writer.prose(
                [server["url"]?.text.map { "`\($0)`" }, server["description"]?.text].compactMap(\.self)
                    .joined(separator: ": "))
        }
    }

    private static let callers = [
        "userToken": "a user, with an access token", "serverKey": "a key with the scope server",
        "readKey": "a key with the scope read", "adminKey": "a key with the scope admin",
    ]

    private func parameters(_ writer: inout HTMLWriter) {
        let parameters = (call.value["parameters"]?.elements ?? []).compactMap { document.followed($0) }
        guard !parameters.isEmpty else { return }
        writer.element("h4", text: "Parameters")
        writer.element("dl", [.text("class", "fields")]) { writer in
            for parameter in parameters {
                ReferenceSchema(document: document).field(
                    parameter["name"]?.text ?? "", parameter["schema"] ?? .null,
                    note: "in the \(parameter["in"]?.text ?? "")",
                    isOptional: parameter["required"] != .bool(true),
                    meaning: parameter["description"]?.text, &writer)
            }
        }
    }

    private func body(_ writer: inout HTMLWriter) {
        guard let body = document.followed(call.value["requestBody"]) else { return }
        writer.element("h4", text: body["required"] == .bool(true) ? "Body" : "Optional body")
        content(body["content"], &writer)
    }

    private func replies(_ writer: inout HTMLWriter) {
        let replies = call.value["responses"]?.members ?? []
        writer.element("h4", text: "Replies")
        writer.element("dl", [.text("class", "replies")]) { writer in
            for (index, reply) in replies.enumerated() where reply.name != "default" {
                writer.element("div") { writer in
                    writer.element("dt", text: reply.name)
                    let isAsBefore = index > 0 && hasBody(of: replies[index - 1].value, reply.value)
                    writer.element("dd") { self.reply(reply.value, isAsBefore: isAsBefore, &$0) }
                }
            }
        }
    }

    /// Whether two successes bring the same, as that of a repeat does.
    private func hasBody(of first: JSONValue, _ second: JSONValue) -> Bool {
        let bodies = [first, second].map { $0["content"]?["application/json"]?["schema"] }
        return bodies[0] != nil && bodies[0] == bodies[1]
    }

    /// Replies that all calls share are listed by the problems' names only.
    private func reply(_ value: JSONValue, isAsBefore: Bool, _ writer: inout HTMLWriter) {
        guard let reply = document.followed(value) else { return }
        let slugs = (reply["content"]?["application/problem+json"]?["examples"]?.members ?? []).map(\.name)
        if value.referenceName == nil || slugs.isEmpty {
            let headers = (reply["headers"]?.members ?? []).map(\.name).filter { $0 != "X-Request-Id" }
            let with = headers.isEmpty ? "" : " With \(headers.map { "`\($0)`" }.joined(separator: ", "))."
            writer.paragraph((reply["description"]?.text ?? "") + with)
        }
        problems(slugs, &writer)
        if isAsBefore { return writer.paragraph("The body is as above.") }
        content(reply["content"], &writer)
    }

    private func problems(_ slugs: [String], _ writer: inout HTMLWriter) {
        guard !slugs.isEmpty else { return }
        writer.element("p") { writer in
            for (index, slug) in slugs.enumerated() {
                if index > 0 { writer.text(", ") }
                guard let type = ProblemType.named(slug) else { continue }
                writer.reference(slug, to: PageURL(path: type.path))
            }
        }
    }

    private func content(_ content: JSONValue?, _ writer: inout HTMLWriter) {
        for member in content?.members ?? [] where member.name != "application/problem+json" {
            if member.name != "application/json" {
                writer.element("p") { $0.element("code", text: member.name) }
            }
            guard let schema = member.value["schema"] else { continue }
            ReferenceSchema(document: document).body(schema, &writer)
            let examples = (member.value["examples"]?.members ?? []).map {
                document.followed($0.value)?["value"]
            }
            for example in [member.value["example"]] + examples {
                if let example { writer.block(JSONText.pretty(example)) }
            }
        }
    }
}
