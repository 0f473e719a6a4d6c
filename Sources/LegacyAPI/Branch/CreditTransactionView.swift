internal import API
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A line of the ledger as Branch wrote one.
struct CreditTransactionView: JSONEncodable {
    let entry: LedgerEntry
    let user: User

    static var schema: Schema {
        .object(
            "BranchCreditLine", means: "A ledger entry, in Branch's form.",
            [
                "transaction": .branchTransaction,
                "event": .branchEvent,
                "referrer": .string(upTo: 36).orNull.means(
                    "The referrer's uid, if the referral earned it."),
                "referree": .string(upTo: 36).orNull.means(
                    "The referred player's uid, if that referral earned it."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("transaction")
            writer.object { writer in
                writer.member("date", RFC3339.format(entry.createdAt))
                writer.member("id", entry.id.lowercaseText)
                writer.member("bucket", BranchBucket.name(of: entry.account.currency))
                writer.member("type", type)
                writer.member("amount", entry.amount)
            }
            writer.key("event")
            writer.object { writer in
                writer.member("name", entry.rule?.description ?? entry.reason)
                writer.key("metadata")
                writer.object { _ in }
            }
            writer.member("referrer", isForBeingReferred ? user.referral.referredBy?.description : nil)
            writer.member("referree", referee?.description)
        }
    }

    /// 0 earned by a rule, 1 added manually or given back, 2 redeemed, 3 reversed reward, 4 taken manually.
    /// Branch's 5 was another kind of 3.
    private var type: Int {
        switch entry.kind {
        case .grant: 0
        case .redemption: 2
        case .reversal: 3
        case .refund: 1
        case .adjustment, .transfer: entry.amount > 0 ? 1 : 4
        }
    }

    private var isForBeingReferred: Bool { entry.subject == entry.account.uid }

    private var referee: UserID? { isForBeingReferred ? nil : entry.subject }
}

extension Schema {
    static var branchTransaction: Schema {
        .object(
            "BranchTransaction", means: "What moved the balance.",
            [
                "date": .time.means("When it was booked."),
                "id": .uuid.means("Identifies the entry."),
                "bucket": .name.means("The currency; `default` is the usual one."),
                "type": .integer(0...5).means(
                    """
                    0 earned by a rule, 1 added or given back, 2 redeemed, 3 reversed reward, 4 taken by an \
                    adjustment or a transfer.
                    """),
                "amount": .amount.means("Positive for a credit, negative for a debit."),
            ])
    }

    static var branchEvent: Schema {
        .object(
            "BranchEvent", means: "What earned it.",
            [
                "name": .string(upTo: 1024).means("The rule, or the reason."),
                "metadata": .map(of: .any).means("Empty."),
            ])
    }
}
