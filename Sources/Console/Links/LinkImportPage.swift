internal import Accounts
internal import Basics
internal import HTTP
internal import Invitations
internal import Links
internal import Pages
internal import Service

/// An import of links: what it will do, then what it did. Both offer the refused lines as a file.
struct LinkImportPage {
    static let path = "/admin/links/import"
    static let field = "csv"
    /// Of the text, however many characters they are.
    static let bytesMax = 400_000
    /// Each byte of the text may take three of a form, which has a few more fields.
    static let bodyBytesMax = 3 * bytesMax + 4_096

    /// The advice for a text that has more bytes.
    static func tooLarge(_ words: Words) -> String {
        words(.importTooLarge, [("most", words.number(Int64(bytesMax)))])
    }
    /// Refused lines that the page shows; the file has all.
    private static let shownMax = 50

    private let visit: Visit
    private let text: String
    private let file: LinkFile

    static func use(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        do throws(ActionRefusal) {
            let page = try LinkImportPage(visit, fields[field] ?? "")
            if fields["file"] == "yes" { return try await page.download() }
            return try await fields["confirmed"] == "yes" ? page.perform() : page.preview()
        } catch {
            return try error.response(visit)
        }
    }

    private init(_ visit: Visit, _ text: String) throws(ActionRefusal) {
        guard let profile = visit.services.links.profile else { throw .wrong(.linksOff) }
        guard text.utf8.count <= Self.bytesMax else {
            throw .wrong(.detailed, [("detail", Self.tooLarge(visit.words))])
        }
        self.visit = visit
        self.text = text
        do throws(LinkFile.Mistake) {
            file = try LinkFile(
                text.utf8, profile: profile, now: visit.now, linesMax: LinkService.importLinesMax)
        } catch {
            throw .wrong(.detailed, [("detail", error.description)])
        }
    }

    private func preview() async throws(ActionRefusal) -> Response {
        let results = try await results()
        return response(visit.words[.importLinks], results, asks: true) { writer in
            guard results.contains(.added) else { return }
            writer.paragraph(visit.words[.notDoneYet])
            writer.actingForm(Self.path, visit.formToken, class: "confirm") { writer in
                writeFields(&writer, ("confirmed", "yes"))
                writer.submit(visit.words[.confirm], isPrimary: true)
                writer.link(visit.words[.cancel], to: ImportLinksView.path, class: "button")
            }
        }
    }

    private func perform() async throws(ActionRefusal) -> Response {
        let results: [LinkImport.ImportResult]
        do throws(LinkError) {
            results = try await visit.services.links.importLinks(file.links, by: visit.user.actor)
        } catch {
            throw ActionRefusal(error, or: .aliasInUse)
        }
        return response(visit.words[.importDone], results) { writer in
            writer.element("p") {
                $0.link(visit.words[.links], to: "/admin/links", class: "button primary")
            }
        }
    }

    private func download() async throws(ActionRefusal) -> Response {
        let refused = file.refused(with: try await results())
        return Response(
            status: 200, contentType: "text/csv; charset=utf-8; header=present",
            body: CSVLine.byteOrderMark + RefusedRecord.file(refused, under: file.header),
            headers: [
                ResponseHeader(.contentDisposition, "attachment; filename=\"links.refused.csv\""),
                ResponseHeader(.cacheControl, "no-store"),
            ])
    }

    private func results() async throws(ActionRefusal) -> [LinkImport.ImportResult] {
        do throws(LinkError) {
            return try await visit.services.links.importResults(of: file.links)
        } catch {
            throw ActionRefusal(error, or: .aliasInUse)
        }
    }
}

extension LinkImportPage {
    private func response(
        _ title: String, _ results: [LinkImport.ImportResult], asks: Bool = false,
        _ end: @escaping (inout HTMLWriter) -> Void
    ) -> Response {
        let (words, refused) = (visit.words, file.refused(with: results))
        return ConsolePage(
            title: title, words: words, frame: Frame(visit: visit, section: .links, tabs: []), asks: asks
        ) { writer in
            writer.facts(facts(results, refused.count), words)
            if !refused.isEmpty { write(refused, &writer) }
            end(&writer)
        }.response
    }

    private func facts(
        _ results: [LinkImport.ImportResult], _ refused: Int
    ) -> [(name: String, cell: Cell)] {
        let words = visit.words
        let counts: [(Word, Int)] = [
            (.importedLinks, results.count { $0 == .added }),
            (.repeatedLinks, results.count { $0 == .repeated }), (.refusedLines, refused),
        ]
        let ignored = file.ignored.joined(separator: ", ")
        return counts.map { (words[$0], .number(Int64($1))) }
            + (file.moved.map { moved in
                let text = words(
                    .movedLinksText,
                    [("count", words.number(Int64(moved.count))), ("example", moved.example)])
                return [(words[.movedLinks], .foreign(text))]
            } ?? [])
            + (ignored.isEmpty ? [] : [(words[.unusedColumns], .foreign(ignored))])
    }

    private func write(_ refused: [RefusedRecord], _ writer: inout HTMLWriter) {
        let words = visit.words
        var table = Table("refused", [words[.line], words[.reason]], empty: "")
        table.rows = refused.prefix(Self.shownMax).map {
            [.number(Int64($0.record.line)), .foreign($0.reason)]
        }
        writer.section(words[.refusedLines]) { writer in
            table.write(to: &writer, words)
            writer.actingForm(Self.path, visit.formToken, class: "buttons") { writer in
                writeFields(&writer, ("file", "yes"))
                writer.submit(words[.downloadRefused])
            }
        }
    }

    /// Attributes keep line breaks as they are.
    private func writeFields(_ writer: inout HTMLWriter, _ step: (name: String, value: String)) {
        writer.hidden(Self.field, text)
        writer.hidden(step.name, step.value)
    }
}
