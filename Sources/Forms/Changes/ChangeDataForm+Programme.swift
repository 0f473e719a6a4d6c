internal import FoundationEssentials
internal import JSON
internal import Referrals

extension ChangeDataForm {
    private static let id: JSONValue = "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50"
    /// Never written.
    static let noID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    static let rule = Form<ChangeData>("RuleChangedData", means: "The rule after the change.") {
        Member(
            "rule", .string(upTo: 64),
            { if case .rule(let rule, _, _) = $0 { rule.description } else { "" } },
            "Its name.", sample: "level-5")
        Member(
            "version", .count, { if case .rule(_, let version, _) = $0 { version } else { 0 } },
            "Its newest version.", sample: 2)
        Member(
            "state", .openChoice("draft", "active", "paused", "archived"),
            { if case .rule(_, _, let state) = $0 { state } else { "" } }, "Its state.", sample: "active")
    }

    static let budget = Form<ChangeData>("BudgetChangeData", means: "How much of a rule's budget is spent.") {
        Member(
            "rule", .string(upTo: 64),
            { if case .budget(let rule, _, _, _) = $0 { rule.description } else { "" } },
            "The rule.", sample: "level-5")
        Member(
            "currency", .string(upTo: 64),
            { if case .budget(_, let currency, _, _) = $0 { currency.description } else { "" } },
            "The currency.",
            sample: "pieces_of_eight")
        Member(
            "budget", .count, { if case .budget(_, _, let budget, _) = $0 { budget } else { 0 } },
            "The budget.",
            sample: 1_000_000)
        Member(
            "spent", .count, { if case .budget(_, _, _, let spent) = $0 { spent } else { 0 } },
            "What is spent.",
            sample: 800_050)
    }

    static let job = Form<ChangeData>("JobDoneData", means: "A job that has ended.") {
        Member("id", .uuid, { if case .job(let id, _, _) = $0 { id } else { noID } }, "The job.", sample: id)
        Member(
            "rule", .string(upTo: 64), { if case .job(_, let rule, _) = $0 { rule.description } else { "" } },
            "Its rule.", sample: "level-5")
        Member(
            "state", .openChoice("done", "failed"),
            { if case .job(_, _, let state) = $0 { state.rawValue } else { "" } }, "How it ended.",
            sample: "done")
    }

    static let export = Form<ChangeData>("ExportDoneData", means: "An export that was sent as a whole.") {
        Member(
            "what", .string(upTo: 64), { if case .export(let table, _) = $0 { table } else { "" } },
            "The table.",
            sample: "users")
        Member(
            "rows", .count, { if case .export(_, let rows) = $0 { rows } else { 0 } },
            "How many rows it had.",
            sample: 12_345)
    }

    static let ledgerCheck = Form<ChangeData>(
        "LedgerCheckFailedData", means: "What a check of the ledger found."
    ) {
        Member(
            "findings", .count, { if case .ledgerCheck(let findings) = $0 { findings } else { 0 } },
            "How many; `shipmate ledger verify` lists them.", sample: 1)
    }

    static let webhook = Form<ChangeData>("WebhookChangeData", means: "A webhook.") {
        Member(
            "webhook", .uuid, { if case .webhook(let id) = $0 { id } else { noID } }, "Its id.", sample: id)
    }

    static let key = Form<ChangeData>("KeyChangeData", means: "An API key.") {
        Member("key", .uuid, { if case .key(let id) = $0 { id } else { noID } }, "Its id.", sample: id)
    }
}
