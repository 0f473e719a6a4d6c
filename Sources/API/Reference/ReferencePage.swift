internal import Forms
internal import HTTP
internal import JSON
internal import Pages

/// Every call of the API on one page, made from its description: it can't say anything else than that does.
struct ReferencePage {
    let document: ReferenceDocument

    var page: WebPage {
        .searchable("\(name): every call", .reference, write)
    }

    private var name: String { document.root["info"]?["title"]?.text ?? "" }
    private var version: String { document.root["info"]?["version"]?.text ?? "" }

    private func write(_ writer: inout HTMLWriter) {
        writer.element("div", [.text("class", "reference")]) { writer in
            writer.element("nav", [.text("class", "contents"), .text("aria-label", "Contents")], contents)
            writer.element("div", [.text("class", "calls")]) { writer in
                introduction(&writer)
                for tag in document.tags { section(tag, &writer) }
                types(&writer)
                problems(&writer)
            }
        }
    }

    private func contents(_ writer: inout HTMLWriter) {
        writer.element("p") { $0.reference("\(name) \(version)", to: PageURL(path: "/")) }
        writer.search("Search calls")
        writer.element("ul") { writer in
            for tag in document.tags {
                writer.element("li") { writer in
                    writer.reference(tag.name, to: PageURL(fragment: tag.anchor))
                    list(tag.calls, &writer)
                }
            }
            writer.element("li") { $0.reference("Types", to: PageURL(fragment: "types")) }
            writer.element("li") { $0.reference("Problems", to: PageURL(fragment: "problems")) }
        }
    }

    private func list(_ calls: [ReferenceDocument.Call], _ writer: inout HTMLWriter) {
        writer.element("ul") { writer in
            for call in calls {
                writer.element("li") { writer in
                    writer.reference(call.summary, to: PageURL(fragment: call.id))
                    writer.element("span", [.text("class", "where")]) { $0.line(of: call) }
                }
            }
        }
    }

    private func introduction(_ writer: inout HTMLWriter) {
        writer.element("header") { writer in
            writer.element("h1", text: "\(name): every call")
            writer.paragraph(document.root["info"]?["summary"]?.text)
            writer.paragraph(document.root["info"]?["description"]?.text)
            writer.paragraph(
                """
                Variables in the examples: `api` is the service's URL, `links` a link host's URL, `token` a user's \
                access token, `key` an API key and `player` a uid; curl has them in upper case. Kotlin uses OkHttp, \
                Python requests.
                """)
            writer.element("p") { writer in
                writer.text("For programs: ")
                writer.reference("openapi.json", to: PageURL(path: "/openapi.json"))
                writer.text(" (OpenAPI 3.1).")
            }
        }
    }

    private func section(_ tag: ReferenceDocument.Tag, _ writer: inout HTMLWriter) {
        writer.element("section", [.text("id", tag.anchor)]) { writer in
            writer.element("h2", text: tag.name)
            writer.paragraph(tag.meaning)
            writer.element("div", [.text("class", "overview")]) { list(tag.calls, &$0) }
            for call in tag.calls { ReferenceCall(document: document, call: call).write(to: &writer) }
        }
    }

    private func types(_ writer: inout HTMLWriter) {
        writer.element("section", [.text("id", "types")]) { writer in
            writer.element("h2", text: "Types")
            writer.paragraph("Schemas of the bodies above.")
            for type in document.types {
                writer.element("section", [.text("class", "call"), .text("id", "type-" + type.name)]) {
                    writer in
                    writer.element("h3") { $0.element("code", text: type.name) }
                    ReferenceSchema(document: document).whole(type.value, &writer)
                }
            }
        }
    }

    private func problems(_ writer: inout HTMLWriter) {
        writer.element("section", [.text("id", "problems")]) { writer in
            writer.element("h2", text: "Problems")
            writer.paragraph(
                """
                The error replies: `application/problem+json` with one of these as its `type`. Those without \
                a mark above can occur in any call.
                """)
            writer.element("dl", [.text("class", "fields")]) { writer in
                for type in ProblemType.all {
                    writer.element("div") { writer in
                        writer.element("dt") { writer in
                            writer.text("\(type.status) ")
                            writer.reference(type.slug, to: PageURL(path: type.path))
                        }
                        writer.element("dd", text: type.title)
                    }
                }
            }
        }
    }
}
