internal import HTTP
internal import Pages
internal import Referrals

/// The fields of a rule's form, each with its mistake below it.
struct RuleFormFields {
    /// Empty rows behind those that there are, for more without a script.
    private static let (emptyConditions, emptyGrants) = (2, 1)
    private static let amounts =
        "[0-9]{1,18}|[0-9]+ *: *[0-9]{1,18}( *, *[0-9]+ *: *[0-9]{1,18})*"
    private static let names = "[a-z][a-z0-9_]{0,62}"

    let form: RuleForm
    let words: Words
    /// In use.
    let currencies: [String]
    /// All texts about one field together.
    let mistakes: [RuleFormMistake.Field: String]
    let first: RuleFormMistake.Field?

    init(_ form: RuleForm, _ words: Words, currencies: [String], mistakes: [RuleFormMistake]) {
        (self.form, self.words, self.currencies) = (form, words, currencies)
        let texts = mistakes.compactMap { mistake in mistake.field.map { ($0, mistake.text(words)) } }
        self.mistakes = Dictionary(texts) { "\($0) \($1)" }
        first = texts.first?.0
    }

    func writeName(_ name: String, to writer: inout HTMLWriter) {
        text(
            words[.ruleName], "name", 0, name,
            [
                .text("required", ""), .text("maxlength", "63"), .text("pattern", "[a-z][a-z0-9_\\-]{0,62}"),
            ], wrong: .nameWrong, &writer)
    }

    func write(to writer: inout HTMLWriter) {
        field(words[.description], "description", 0, &writer) { writer, marks in
            writer.element(
                "textarea",
                [
                    .text("name", "description"), .text("rows", "2"),
                    .text("maxlength", String(RuleTerms.descriptionCharactersMax)),
                ] + marks, text: form.description)
        }
        writer.fieldset(words[.conditions]) { writer in
            writer.paragraph(words[.conditionsHint], class: "hint")
            let empty = Array(repeating: RuleForm.Condition(), count: Self.emptyConditions)
            for (index, row) in (form.conditions + empty).enumerated() { write(row, index, &writer) }
        }
        writer.fieldset(words[.payments]) { writer in
            writer.paragraph(words[.paymentsHint], class: "hint")
            let empty = Array(repeating: RuleForm.Grant(), count: Self.emptyGrants)
            for (index, row) in (form.grants + empty).enumerated() { write(row, index, &writer) }
        }
        writer.fieldset(words[.limits]) { writer in
            writer.element("div", [.text("class", "row")]) { writer in
                number(words[.limitPerPlayer], "per_player", 0, form.perPlayer, .limitWrong, &writer)
                number(words[.limitPerDay], "per_day", 0, form.perDay, .limitWrong, &writer)
                number(words[.budget], "budget", 0, form.budget, .limitWrong, &writer)
                number(words[.holdHours], "hold_hours", 0, form.holdHours, .holdWrong, &writer)
            }
        }
        writer.fieldset(words[.whoAndWhen]) { writer in
            writer.element("div", [.text("class", "row")]) { writer in
                choice(
                    words[.players], "players", 0,
                    [("all", words[.allPlayers]), ("new", words[.newPlayersOnly])], form.players, &writer)
                time(words[.activeFrom], "from", form.from, &writer)
                time(words[.activeUntil], "until", form.until, &writer)
            }
        }
    }

    private func write(_ condition: RuleForm.Condition, _ row: Int, _ writer: inout HTMLWriter) {
        let title = words(.conditionNumber, [("number", String(row + 1))])
        writer.row(title) { writer in
            field(title, "when_kind", row, &writer) { writer, marks in
                writer.element("select", [.text("name", "when_kind")] + marks) { writer in
                    for kind in RuleConditionKind.all { write(kind, condition.kind == kind.value, &writer) }
                }
            }
            text(
                words[.conditionName], "when_name", row, condition.name,
                [.text("maxlength", "63"), .text("pattern", Self.names)], wrong: .conditionNameWrong, &writer)
            number(words[.conditionLimit], "when_number", row, condition.number, .numberWrong, &writer)
        }
    }

    /// With what its row then needs.
    private func write(_ kind: RuleConditionKind, _ isChosen: Bool, _ writer: inout HTMLWriter) {
        var attributes: [HTMLAttribute] = [.text("value", kind.value)]
        if isChosen { attributes.append(.text("selected", "")) }
        if kind.isNamed { attributes.append(.text("data-named", "")) }
        if let range = kind.range {
            let mistake = RuleFormMistake(.numberRange, RuleFormMistake.values(of: range))
            attributes += [
                .text("data-least", String(range.lowerBound)), .text("data-most", String(range.upperBound)),
                .text("data-mistake", mistake.text(words)),
            ]
        }
        writer.element("option", attributes, text: words[kind.word])
    }

    private func write(_ grant: RuleForm.Grant, _ row: Int, _ writer: inout HTMLWriter) {
        // One that is no longer in use stays chosen, so that the mistake is named.
        let isKnown = grant.currency.isEmpty || currencies.contains(grant.currency)
        let choices = isKnown ? currencies : [grant.currency] + currencies
        writer.row(words(.paymentNumber, [("number", String(row + 1))])) { writer in
            choice(
                words[.payTo], "pay_role", row,
                [("referrer", words[.toReferrer]), ("referee", words[.toPlayer])], grant.role, &writer)
            text(
                words[.amount], "pay_amount", row, grant.amount,
                [.text("maxlength", "2000"), .text("pattern", Self.amounts)], wrong: .ruleAmountWrong, &writer
            )
            choice(
                words[.currency], "pay_currency", row, choices.map { ($0, $0) }, grant.currency, &writer)
        }
    }
}
