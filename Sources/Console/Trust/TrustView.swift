internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service

/// The trust settings: what to do with a reward, by how sure the referral is and by what checks find.
struct TrustView: ConsoleView {
    static let page = "/admin/trust"

    let path = Self.page
    let right = Right.seeRules
    let section: Section? = .rules

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let stored = try await reading { () throws(RuleError) in
            try await visit.services.trust.programme()
        }
        return .page(title: words[.trust]) { writer in
            writer.paragraph(words[.trustHint], class: "hint")
            guard visit.may(.editRules) else {
                return writer.facts(words.parts(of: stored.terms).map { ($0.name, .text($0.value)) }, words)
            }
            writer.actingForm(ChangeTrust.form, visit.formToken, class: "rule") { writer in
                writer.hidden("version", String(stored.version))
                write(stored.terms, &writer, words)
                writer.submit(words[.goOn], isPrimary: true)
            }
        }
    }

    private func write(_ terms: TrustTerms, _ writer: inout HTMLWriter, _ words: Words) {
        writer.fieldset(words[.trustInReferrals]) { writer in
            for source in ReferralSource.allCases {
                action(words[.source(source)], source.rawValue, terms.action(for: source), &writer, words)
            }
        }
        writer.fieldset(words[.trustInProgress]) { writer in
            action(words[.ownProgress], TrustFields.userEvents, terms.userEvents, &writer, words)
        }
        writer.fieldset(words[.checks]) { writer in
            writer.paragraph(words[.checksHint], class: "hint")
            for kind in TrustCheck.Kind.allCases { write(kind, terms, &writer, words) }
        }
    }

    private func action(
        _ label: String, _ name: String, _ chosen: TrustAction, _ writer: inout HTMLWriter, _ words: Words
    ) {
        let options = TrustAction.allCases.map { ($0.rawValue, words[.action($0)]) }
        writer.choice(label, name: name, options, chosen: chosen.rawValue)
    }

    private func write(
        _ kind: TrustCheck.Kind, _ terms: TrustTerms, _ writer: inout HTMLWriter, _ words: Words
    ) {
        let check = terms.checks[kind]
        writer.row(words[.check(kind)]) { writer in
            writer.choice(
                words[.check(kind)], name: kind.rawValue,
                [("", words[.checkOff])] + TrustAction.allCases.map { ($0.rawValue, words[.action($0)]) },
                chosen: check?.action.rawValue)
            for (index, number) in kind.numbers.enumerated() {
                writer.field(
                    words[.number(number)],
                    [
                        .text("type", "number"), .text("name", TrustFields.name(of: number, in: kind)),
                        .text("min", String(number.range.lowerBound)),
                        .text("max", String(number.range.upperBound)),
                        .text("value", check.map { String($0.numbers[index]) } ?? ""),
                    ])
            }
        }
    }
}
