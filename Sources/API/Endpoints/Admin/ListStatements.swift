internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Ledger
internal import Reporting

/// A page of the ledger's signed statements, newest first.
struct ListStatements: Endpoint {
    struct Output: JSONOutput, Formed {
        let page: Page<LedgerStatement, Int64>

        static let form = Form<Self>("LedgerStatements", means: "Statements of the whole ledger.") {
            Member("statements", { $0.page.items.map(StatementView.init) }, "Newest first.")
            Member(nextCursor: \.page.next?.description)
        }
    }

    let reports: ReportService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.numberCursor()
        return Output(
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await reports.statements(before: cursor, limit: input.limit)
            })
    }
}

extension ListStatements {
    var operation: Operation {
        Operation(
            "listStatements", .administration, "List signed ledger statements",
            """
            If the ledger is sealed, a statement is made every hour. Keep copies outside the database: \
            `shipmate ledger verify` then detects later changes and deletions, even by a database superuser.
            """
        )
        .gives("A page, newest first.", example: ["statements": [], "next_cursor": .null])
    }
}

private struct StatementView: Formed {
    let statement: LedgerStatement

    static let form = Form<Self>("LedgerStatement", means: "The state of the whole ledger at a time.") {
        Member("number", .count, \.statement.number, "Each is higher than the previous one.")
        Member("made_at", .text(.time), \.statement.madeAt, "In UTC.")
        Member("accounts", .count, \.statement.accounts, "Accounts with sealed entries.")
        Member("entries", .count, \.statement.entries, "Sealed entries.")
        Member("unsealed", .count, \.statement.unsealed, "Entries without a seal.")
        Member(
            "sealing_ended", .boolean, \.statement.sealingEnded,
            "Whether each entry without a seal counts as forged from now on.")
        Member(
            "causes_proved", .boolean, ifAny: { $0.statement.causesProved == true ? true : nil },
            "Whether the service refuses held rewards, reservations, merges and API keys without a MAC.")
        Member("audit_entries", .count, ifAny: \.statement.auditEntries, "Entries in the audit's chain.")
        Member(
            "audit_head", .text(.string.pattern("[0-9a-f]{48}")), ifAny: \.statement.auditHead,
            "The last seal of the audit's chain.")
        Member("sums", { $0.statement.sums.map(SumView.init) }, "By currency.")
        Member(
            "root", .text(.string.pattern("[0-9a-f]{64}")), \.statement.root,
            "A hash over all accounts' heads.")
        Member(
            "before", .text(.string.pattern("[0-9a-f]{64}")), orNull: \.statement.before,
            "The hash of the previous statement; null for the first.")
        Member("key", .integer, { Int64($0.statement.key) }, "The id of the signing key.")
        Member(
            "signature", .text(.string.pattern("[A-Za-z0-9_-]{86}")), \.statement.signature,
            "Ed25519, in base64url.")
    }
}

private struct SumView: Formed {
    let sum: LedgerStatement.Sum

    static let form = Form<Self>("LedgerSum", means: "The total of all accounts in a currency.") {
        Member("currency", .text(.currency), \.sum.currency)
        Member("accounts", .count, \.sum.accounts, "The number of accounts.")
        Member(
            "amount", .text(.string.pattern("-?[0-9]{1,40}")), \.sum.amount,
            "In minor units; text, since it may exceed 64 bits.")
    }
}
