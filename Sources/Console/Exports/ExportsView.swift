internal import HTTP
internal import Pages
internal import Reporting

/// Whole tables to download.
struct ExportsView: ConsoleView {
    let path = "/admin/exports"
    let right = Right.exportTables
    let section: Section? = .exports

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        return .page(title: words[.exports]) { writer in
            writer.paragraph(words[.exportsHint], class: "hint")
            writer.readingForm(ExportDownload.path, class: "filter") { writer in
                writer.choice(
                    words[.exported], name: "what",
                    ExportSubject.allCases.map { ($0.rawValue, words[.exported($0)]) }, chosen: nil)
                writer.choice(
                    words[.format], name: "format", [("csv", "CSV"), ("ndjson", "NDJSON")], chosen: nil)
                for (word, name) in [(Word.from, "from"), (.until, "until")] {
                    writer.field(words[word], [.text("type", "date"), .text("name", name)])
                }
                writer.submit(words[.download], isPrimary: true)
            }
        }
    }
}

extension Word {
    fileprivate static func exported(_ subject: ExportSubject) -> Word {
        switch subject {
        case .users: .players
        case .rewards: .rewards
        case .ledger: .ledger
        case .referrals: .referrals
        case .events: .events
        case .audit: .audit
        }
    }
}
