internal import API
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Branch's `POST /v1/reconcile`: takes credits back, as many as there are where that is less.
struct ReconcileCredits: RepeatableEndpoint {
    struct Output: JSONOutput {
        let entry: LedgerEntry
        let key: String

        static var schema: Schema {
            .object(
                "BranchReconciliation", means: "The amount taken, in Branch's form.",
                [
                    "app_id": .string(upTo: 128).means("The Branch key."),
                    "identity_id": .uuid.means("The user's uid."),
                    "date": .time.means("When it was booked."),
                    "id": .uuid.means("Identifies the entry."),
                    "bucket": .name.means("The currency; `default` is the usual one."),
                    "type": .integer(0...5).means("4."),
                    "amount": .amount.means("Below 0."),
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("app_id", key)
                writer.member("identity_id", entry.account.uid)
                writer.member("date", entry.createdAt)
                writer.member("id", entry.id)
                writer.member("bucket", BranchBucket.name(of: entry.account.currency))
                writer.member("type", 4)
                writer.member("amount", entry.amount)
            }
        }
    }

    let correction: BranchCorrection

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Output {
        let entry = try await correction.book(body, on: call, sign: -1, "Reconciled through Branch's call")
        return Output(entry: entry, key: try body.text("branch_key") ?? "")
    }
}

extension ReconcileCredits {
    var repeatable: [RepeatableCall] { [.branchReconciliation] }

    var operation: Operation {
        Operation(
            "reconcileCredits", .legacy, "Branch: reconcile credits",
            """
            Takes the whole balance if it is less; 402 if it is zero. Written to the audit. Without an \
            `Idempotency-Key`, as at Branch, a repeated call takes twice.
            """
        )
        .takes(
            .idempotencyKey(
                "A secret of the caller; for one user the same key with the same amount books once.")
        )
        .takes(.branchRedemptionRequest, BranchCorrection.example)
        .gives(
            "In Branch's form.",
            example: [
                "app_id": "key_live_…",
                "identity_id": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                "date": "2026-11-21T12:00:00.000Z",
                "id": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e42",
                "bucket": "default",
                "type": 4,
                "amount": -5,
            ])
    }
}
