internal import HTTP
internal import Referrals
internal import Values

/// A line of the ledger.
struct EntryView: JSONEncodable {
    let entry: LedgerEntry

    static var schema: Schema {
        .object(
            "LedgerEntry", means: "A line of the ledger; never changed, only followed by others.",
            example: example,
            [
                "id": .uuid.means("Names the entry; a redemption's and an adjustment's is the caller's own."),
                "uid": .uuid.means(
                    "Whose balance it moves: the user's, or an anonymous player's who became the user."),
                "kind": .openChoice(
                    "grant", "redemption", "refund", "adjustment", "reversal", "transfer"
                ).means("What moved the balance."),
                "currency": .currency,
                "amount": .amount.means("Above 0 for a credit, below 0 for a debit."),
                "balance_after": .count.means("What the user has after it."),
                "rule": .string(upTo: 64).orNull.means("The rule of a grant or a reversal; null otherwise."),
                "subject": .uuid.orNull.means(
                    """
                    The user whose state earned a grant, or what a reversal took; of a transfer the other side, \
                    where an entry by the same id is. Null otherwise.
                    """),
                "undoes": .uuid.means(
                    "The entry that a refund gives back, or whose grant a reversal takes; of these alone."
                ).optional,
                "reason": .string(upTo: 1024).means("In words, for people."),
                "created_at": .time.means("When it was booked."),
            ])
    }

    static var example: JSONValue {
        [
            "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22",
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "kind": "redemption",
            "currency": "pieces_of_eight",
            "amount": -20,
            "balance_after": 30,
            "rule": .null,
            "subject": .null,
            "reason": "A parrot",
            "created_at": "2026-11-21T12:20:00.000Z",
        ]
    }

    static var refundExample: JSONValue {
        [
            "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e24",
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "kind": "refund",
            "currency": "pieces_of_eight",
            "amount": 20,
            "balance_after": 50,
            "rule": .null,
            "subject": .null,
            "undoes": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22",
            "reason": "The shop was out of parrots",
            "created_at": "2026-11-21T12:25:00.000Z",
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", entry.id)
            writer.member("uid", entry.account.uid)
            writer.member("kind", entry.kind.rawValue)
            writer.member("currency", entry.account.currency.description)
            writer.member("amount", entry.amount)
            writer.member("balance_after", entry.balanceAfter)
            writer.member("rule", entry.rule?.description)
            writer.member("subject", entry.subject?.description)
            if let undone = entry.undoes { writer.member("undoes", undone) }
            writer.member("reason", entry.reason)
            writer.member("created_at", entry.createdAt)
        }
    }
}
