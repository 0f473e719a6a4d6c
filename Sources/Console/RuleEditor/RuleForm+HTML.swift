internal import HTTP
internal import Pages
internal import Referrals

extension RuleForm {
    /// Empty rows behind those that there are, for more without a script.
    private static let (emptyConditions, emptyGrants) = (2, 1)

    /// - Parameter currencies: in use.
    func write(to writer: inout HTMLWriter, _ words: Words, currencies: [String]) {
        writer.element("label") { writer in
            writer.element("span", text: words[.description])
            writer.element(
                "textarea",
                [
                    .text("name", "description"), .text("rows", "2"),
                    .text("maxlength", String(RuleTerms.descriptionCharactersMax)),
                ], text: description)
        }
        writer.fieldset(words[.conditions]) { writer in
            writer.paragraph(words[.conditionsHint], class: "hint")
            let rows = conditions + Array(repeating: Condition(), count: Self.emptyConditions)
            for (index, row) in rows.enumerated() { write(row, index + 1, &writer, words) }
        }
        writer.fieldset(words[.payments]) { writer in
            writer.paragraph(words[.paymentsHint], class: "hint")
            let rows = grants + Array(repeating: Grant(), count: Self.emptyGrants)
            for (index, row) in rows.enumerated() { write(row, index + 1, &writer, words, currencies) }
        }
        writer.fieldset(words[.limits]) { writer in
            writer.element("div", [.text("class", "row")]) { writer in
                writer.number(words[.limitPerPlayer], "per_player", perPlayer)
                writer.number(words[.limitPerDay], "per_day", perDay)
                writer.number(words[.budget], "budget", budget)
                writer.number(words[.holdHours], "hold_hours", holdHours)
            }
        }
        writer.fieldset(words[.whoAndWhen]) { writer in
            writer.element("div", [.text("class", "row")]) { writer in
                writer.choice(
                    words[.players], name: "players",
                    [("all", words[.allPlayers]), ("new", words[.newPlayersOnly])], chosen: players)
                writer.time(words[.activeFrom], "from", from)
                writer.time(words[.activeUntil], "until", until)
            }
        }
    }

    private func write(_ row: Condition, _ number: Int, _ writer: inout HTMLWriter, _ words: Words) {
        writer.row(words(.conditionNumber, [("number", String(number))])) { writer in
            writer.choice(
                words(.conditionNumber, [("number", String(number))]), name: "when_kind",
                Condition.kinds.map { ($0.value, words[$0.word]) }, chosen: row.kind)
            writer.text(words[.conditionName], "when_name", row.name)
            writer.number(words[.conditionLimit], "when_number", row.number)
        }
    }

    private func write(
        _ row: Grant, _ number: Int, _ writer: inout HTMLWriter, _ words: Words, _ currencies: [String]
    ) {
        // One that is no longer in use stays chosen, so that the mistake is named.
        let isKnown = row.currency.isEmpty || currencies.contains(row.currency)
        let choices = isKnown ? currencies : [row.currency] + currencies
        writer.row(words(.paymentNumber, [("number", String(number))])) { writer in
            writer.choice(
                words[.payTo], name: "pay_role",
                [("referrer", words[.toReferrer]), ("referee", words[.toPlayer])], chosen: row.role)
            writer.text(words[.amount], "pay_amount", row.amount)
            writer.choice(
                words[.currency], name: "pay_currency", choices.map { ($0, $0) }, chosen: row.currency)
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func fieldset(_ title: String, _ content: (inout HTMLWriter) -> Void) {
        element("fieldset") { writer in
            writer.element("legend", text: title)
            content(&writer)
        }
    }

    /// Fields that belong together; the group's name tells its lines apart.
    fileprivate mutating func row(_ name: String, _ content: (inout HTMLWriter) -> Void) {
        element(
            "div", [.text("class", "row"), .text("role", "group"), .text("aria-label", name)], content)
    }

    /// - Parameter length: of fifty tiers, which is the most.
    fileprivate mutating func text(_ label: String, _ name: String, _ value: String, length: Int = 2_000) {
        field(
            label,
            [
                .text("type", "text"), .text("name", name), .text("maxlength", String(length)),
                .text("value", value),
            ])
    }

    fileprivate mutating func number(_ label: String, _ name: String, _ value: String) {
        field(
            label,
            [
                .text("type", "text"), .text("inputmode", "numeric"), .text("name", name),
                .text("pattern", "[0-9]{0,18}"), .text("value", value),
            ])
    }

    fileprivate mutating func time(_ label: String, _ name: String, _ value: String) {
        field(
            label,
            [
                .text("type", "datetime-local"), .text("step", "any"), .text("name", name),
                .text("value", value),
            ])
    }
}
