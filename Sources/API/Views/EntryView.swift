internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A line of the ledger.
struct EntryView: Formed {
    let entry: LedgerEntry

    static let form = Form<Self>(
        "LedgerEntry", means: "A line of the ledger; never changed, only followed by others."
    ) {
        Member(
            "id", .uuid, \.entry.id,
            "Names the entry; a redemption's and an adjustment's is the caller's own.",
            sample: "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22")
        Member(
            "uid", .uid, \.entry.account.uid,
            "Whose balance it moves: the user's, or an anonymous player's who became the user.",
            sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
        Member(
            "kind",
            .openChoice(
                "grant", "redemption", "refund", "adjustment", "reversal", "transfer"
            ), \.entry.kind, "What moved the balance.", sample: "redemption")
        Member("currency", .currency, \.entry.account.currency, sample: "pieces_of_eight")
        Member("amount", .amount, \.entry.amount, "Above 0 for a credit, below 0 for a debit.", sample: -20)
        Member("balance_after", .count, \.entry.balanceAfter, "What the user has after it.", sample: 30)
        Member(
            "rule", .string(upTo: 64), orNull: \.entry.rule?.description,
            "The rule of a grant or a reversal; null otherwise.", sample: .null)
        Member(
            "subject", .uid, orNull: \.entry.subject,
            """
            The user whose state earned a grant, or what a reversal took; of a transfer the other side, \
            where an entry by the same id is. Null otherwise.
            """, sample: .null)
        Member(
            "undoes", .uuid, ifAny: \.entry.undoes,
            "The entry that a refund gives back, or whose grant a reversal takes; of these alone.")
        Member("reason", .string(upTo: 1024), \.entry.reason, "In words, for people.", sample: "A parrot")
        Member(
            "created_at", .time, \.entry.createdAt, "When it was booked.", sample: "2026-11-21T12:20:00.000Z")
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
}
