internal import HTTP
internal import Invitations
internal import Pages
internal import Service

/// The form of an import: the text of a CSV. A script, if there is one, reads a file into it.
struct ImportLinksView: ConsoleView {
    static let path = "/admin/import-links"

    var path: String { Self.path }
    let right = Right.editLinks
    let section: Section? = .links

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        return .page(title: words[.importLinks]) { writer in
            guard visit.services.links.profile != nil else {
                return writer.paragraph(words[.linksOff], class: "empty")
            }
            writer.paragraph(
                words(
                    .importHint,
                    [
                        ("most", words.number(Int64(LinkService.importLinesMax))),
                        ("bytes", words.number(Int64(LinkImportPage.bytesMax))),
                    ]))
            writer.actingForm(LinkImportPage.path, visit.formToken, class: "rule") { writer in
                writer.lines(
                    words[.csvText],
                    [
                        .text("name", LinkImportPage.field), .text("id", LinkImportPage.field),
                        .text("rows", "12"), .text("required", ""), .text("spellcheck", "false"),
                        .text("data-bytes", String(LinkImportPage.bytesMax)),
                        .text("data-wrong", LinkImportPage.tooLarge(words)),
                    ])
                writer.submit(words[.goOn])
                // Last, since a script shows it after the first paint.
                writer.element("div", [.text("hidden", "")]) { writer in
                    writer.field(
                        words[.csvFile],
                        [
                            .text("type", "file"), .text("accept", ".csv,text/csv"),
                            .text("data-fills", LinkImportPage.field),
                            .text("data-wrong", words[.notUTF8]),
                        ])
                }
            }
        }
    }
}
