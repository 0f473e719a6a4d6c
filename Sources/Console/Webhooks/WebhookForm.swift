internal import Delivery
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Values

/// A webhook's terms as the fields of a form.
struct WebhookForm {
    private(set) var url = ""
    private(set) var description = ""
    private var types: Set<String> = []
    private var (currency, rule, least, rate, headers) = ("", "", "", "", "")
    private var (isOrdered, replacesHeaders) = (false, false)
    private var signature = WebhookTerms.Signature.v1.rawValue

    init() {}

    init(_ terms: WebhookTerms) {
        (url, description) = (terms.url, terms.description)
        types = Set((terms.types ?? []).map(\.rawValue))
        currency = terms.match.currency?.description ?? ""
        rule = terms.match.rule?.description ?? ""
        least = terms.match.minAmount.map { String($0) } ?? ""
        rate = terms.ratePerSecond.map { String($0) } ?? ""
        (isOrdered, signature) = (terms.isOrdered, terms.signature.rawValue)
    }

    init(_ form: ActionForm) {
        func one(_ name: String) -> String { form.fields[name]?.trimmed ?? "" }
        (url, description) = (one("url"), one("description"))
        types = Set(form.all("type"))
        (currency, rule, least) = (one("currency"), one("rule"), one("least"))
        (rate, headers, signature) = (one("rate"), one("headers"), one("signature"))
        (isOrdered, replacesHeaders) = (one("ordered") == "yes", one("replace_headers") == "yes")
    }

    func terms() throws(ActionRefusal) -> WebhookTerms {
        let isPrintable = description.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        guard isPrintable,
            WebhookTerms.descriptionCharacters.contains(description.unicodeScalars.count)
        else { throw .wrong(.descriptionWrong) }
        guard let signature = WebhookTerms.Signature(rawValue: signature) else { throw .problem(.notFound) }
        return WebhookTerms(
            url: url, types: try chosenTypes(), match: try match(), description: description,
            isOrdered: isOrdered, signature: signature, ratePerSecond: try ratePerSecond())
    }

    /// Nil for those that are there.
    func newHeaders(isNew: Bool) throws(ActionRefusal) -> [WebhookHeader]? {
        guard isNew || replacesHeaders || !headers.isEmpty else { return nil }
        var found: [WebhookHeader] = []
        for line in headers.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw .wrong(.headersWrong) }
            found.append(WebhookHeader(name: String(parts[0]).trimmed, value: String(parts[1]).trimmed))
        }
        return found
    }

    /// None chosen is all of them.
    private func chosenTypes() throws(ActionRefusal) -> [ChangeType]? {
        guard !types.isEmpty else { return nil }
        let chosen = ChangeType.allCases.filter { types.contains($0.rawValue) }
        guard chosen.count == types.count else { throw .problem(.notFound) }
        return chosen
    }

    private func match() throws(ActionRefusal) -> WebhookMatch {
        var match = WebhookMatch()
        if !currency.isEmpty {
            guard let currency = Currency(currency) else { throw .wrong(.currencyUnknown) }
            match.currency = currency
        }
        if !rule.isEmpty {
            guard let rule = RuleName(rule) else { throw .wrong(.ruleGone) }
            match.rule = rule
        }
        if !least.isEmpty {
            guard let least = Int64(least), least > 0 else { throw .wrong(.leastWrong) }
            match.minAmount = least
        }
        return match
    }

    private func ratePerSecond() throws(ActionRefusal) -> Int32? {
        guard !rate.isEmpty else { return nil }
        guard let rate = Int32(rate), WebhookTerms.ratesPerSecond.contains(Int64(rate)) else {
            throw .wrong(.rateWrong)
        }
        return rate
    }

    /// - Parameter headerNames: of those that there are; nil for a new webhook.
    func write(to writer: inout HTMLWriter, _ words: Words, headerNames: [String]?) {
        writer.field(
            words[.url],
            [
                .text("type", "text"), .text("inputmode", "url"), .text("name", "url"),
                .text("required", ""),
                .text("maxlength", "2048"), .text("placeholder", "https://game.example/hooks/shipmate"),
                .text("value", url),
            ])
        writer.text(words[.description], "description", description, length: 200)
        writer.element("fieldset") { writer in
            writer.element("legend", text: words[.types])
            writer.paragraph(words[.typesHint], class: "hint")
            writer.element("div", [.text("class", "boxes")]) { writer in
                for type in ChangeType.allCases {
                    writer.box("type", type.rawValue, type.rawValue, isOn: types.contains(type.rawValue))
                }
            }
        }
        writer.element("fieldset") { writer in
            writer.element("legend", text: words[.onlyChanges])
            writer.element("div", [.text("class", "row")]) { writer in
                writer.text(words[.currency], "currency", currency, length: 64)
                writer.text(words[.rule], "rule", rule, length: 64)
                writer.text(words[.leastAmount], "least", least, length: 18)
            }
        }
        writer.element("fieldset") { writer in
            writer.element("legend", text: words[.requests])
            writer.element("div", [.text("class", "row")]) { writer in
                writer.choice(
                    words[.signature], name: "signature",
                    WebhookTerms.Signature.allCases.map { ($0.rawValue, $0.rawValue) }, chosen: signature)
                writer.text(words[.ratePerSecond], "rate", rate, length: 5)
            }
            writer.box("ordered", "yes", words[.isOrdered], isOn: isOrdered)
            writer.lines(
                words[.headers],
                [
                    .text("name", "headers"), .text("rows", "2"), .text("maxlength", "4096"),
                    .text("placeholder", "Authorization: Bearer …"), .text("autocomplete", "off"),
                ])
            if let headerNames {
                let names = headerNames.isEmpty ? "–" : headerNames.joined(separator: ", ")
                writer.paragraph(words(.headersKept, [("names", names)]), class: "hint")
                writer.box("replace_headers", "yes", words[.replaceHeaders], isOn: false)
            }
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func text(_ label: String, _ name: String, _ value: String, length: Int) {
        field(
            label,
            [
                .text("type", "text"), .text("name", name), .text("maxlength", String(length)),
                .text("value", value),
            ])
    }
}
