internal import Batching
internal import HTTP
internal import Ledger
internal import Reporting

/// A page of the ledger's signed statements, newest first.
struct ListStatements: Endpoint {
    struct Output: JSONOutput {
        let page: Page<LedgerStatement, Int64>

        static var schema: Schema {
            .object(
                "LedgerStatements", means: "Statements of the whole ledger.",
                [
                    "statements": .array(of: StatementView.schema).means("Newest first."),
                    "next_cursor": .nextCursor,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("statements", page.items.map(StatementView.init))
                writer.member("next_cursor", page.next?.description)
            }
        }
    }

    let reports: ReportService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.numberCursor()
        return Output(
            page: try await serving { () throws(CallFailure) in
                try await reports.statements(before: cursor, limit: input.limit)
            })
    }
}

extension ListStatements {
    var operation: Operation {
        Operation(
            "listStatements", .administration, "Signed statements of the ledger",
            """
            One is made every hour where the ledger is sealed. Kept elsewhere, it shows by `shipmate ledger verify` \
            what was changed or removed since, also by somebody who may do anything to the database.
            """
        )
        .gives("A page, newest first.", example: ["statements": [], "next_cursor": .null])
    }
}

private struct StatementView: JSONEncodable {
    let statement: LedgerStatement

    static var schema: Schema {
        .object(
            "LedgerStatement", means: "What the whole ledger was at a time.",
            [
                "number": .count.means("Each is above the one before."),
                "made_at": .time.means("In UTC."),
                "accounts": .count.means("Balances whose entries are sealed."),
                "entries": .count.means("Entries that are sealed."),
                "unsealed": .count.means("Entries that weren't."),
                "sealing_ended": .boolean.means(
                    "Whether each entry without a seal is a forged one from now on."),
                "causes_proved": .boolean.means(
                    "Whether the service refuses held rewards, reservations, merges and API keys without a MAC."
                ).optional,
                "audit_entries": .count.means("Entries in the audit's chain.").optional,
                "audit_head": .string.pattern("[0-9a-f]{48}").means("The last seal of the audit's chain.")
                    .optional,
                "sums": .array(of: SumView.schema).means("By currency."),
                "root": .string.pattern("[0-9a-f]{64}").means("A hash over all accounts' heads."),
                "before": .string.pattern("[0-9a-f]{64}").orNull.means(
                    "The hash of the statement before; null for the first."),
                "key": .integer.means("The id of the key that it is signed with."),
                "signature": .string.pattern("[A-Za-z0-9_-]{86}").means("Ed25519, in base64url."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("number", statement.number)
            writer.member("made_at", statement.madeAt)
            writer.member("accounts", statement.accounts)
            writer.member("entries", statement.entries)
            writer.member("unsealed", statement.unsealed)
            writer.member("sealing_ended", statement.sealingEnded)
            if statement.causesProved == true { writer.member("causes_proved", true) }
            if let entries = statement.auditEntries { writer.member("audit_entries", entries) }
            if let head = statement.auditHead { writer.member("audit_head", head) }
            writer.member("sums", statement.sums.map(SumView.init))
            writer.member("root", statement.root)
            writer.member("before", statement.before)
            writer.member("key", Int64(statement.key))
            writer.member("signature", statement.signature)
        }
    }
}

private struct SumView: JSONEncodable {
    let sum: LedgerStatement.Sum

    static var schema: Schema {
        .object(
            "LedgerSum", means: "What all accounts in a currency came to.",
            [
                "currency": .currency,
                "accounts": .count.means("How many there were."),
                "amount": .string.pattern("-?[0-9]{1,40}").means(
                    "In minor units; a text, since it may leave 64 bits."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("currency", sum.currency)
            writer.member("accounts", sum.accounts)
            writer.member("amount", sum.amount)
        }
    }
}
