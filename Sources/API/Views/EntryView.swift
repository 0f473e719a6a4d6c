internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A line of the ledger.
struct EntryView: Formed {
    let entry: LedgerEntry

    static let form = Form<Self>(
        "LedgerEntry", means: "A ledger entry; never changed, only followed by others."
    ) {
        Member(
            "id", .uuid, \.entry.id,
            "Identifies the entry; for a redemption or an adjustment the caller's own id.",
            sample: "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22")
        Member(
            "uid", .uid, \.entry.account.uid,
            "The owner of the moved balance: the user, or an anonymous player who was merged into it.",
            sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
        Member(
            "kind",
            .openChoice(
                "grant", "redemption", "refund", "adjustment", "reversal", "transfer"
            ), \.entry.kind, "What moved the balance.", sample: "redemption")
        Member("currency", .currency, \.entry.account.currency, sample: "pieces_of_eight")
        Member("amount", .amount, \.entry.amount, "Positive for a credit, negative for a debit.", sample: -20)
        Member("balance_after", .count, \.entry.balanceAfter, "The user's balance after it.", sample: 30)
        Member(
            "rule", .string(upTo: 64), orNull: \.entry.rule?.description,
            "The rule of a grant or a reversal; null otherwise.", sample: .null)
        Member(
            "subject", .uid, orNull: \.entry.subject,
            """
            For a grant, the user whose state earned it. For a reversal, the user whose state earned the \
            reversed grant. For a transfer the other side, which has an entry with the same id. Null otherwise.
            """, sample: .null)
        Member(
            "undoes", .uuid, ifAny: \.entry.undoes,
            "The entry that a refund gives back, or whose grant a reversal takes; absent otherwise.")
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
