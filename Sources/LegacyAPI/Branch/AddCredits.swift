internal import API
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals

/// Branch's `POST /v1/credits`: adds credits manually.
///
/// As there, sent twice it adds twice; with an `Idempotency-Key` once.
struct AddCredits: RepeatableEndpoint {
    struct Output: JSONOutput {
        static var schema: Schema {
            .object(
                "BranchSuccess", means: "The confirmation, in Branch's form.",
                ["success": .boolean.means("true.")])
        }

        func encode(to writer: inout JSONWriter) { writer.object { $0.member("success", true) } }
    }

    let correction: BranchCorrection

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Output {
        _ = try await correction.book(body, on: call, sign: 1, "Added through Branch's call")
        return Output()
    }
}

extension AddCredits {
    var repeatable: [RepeatableCall] { [.branchCredit] }

    var operation: Operation {
        Operation(
            "addCredits", .legacy, "Branch: add credits",
            "Written to the audit. Without an `Idempotency-Key`, as at Branch, a repeated call adds twice."
        )
        .takes(
            .idempotencyKey(
                "A secret of the caller; for one user the same key with the same amount books once.")
        )
        .takes(.branchRedemptionRequest, BranchCorrection.example)
        .gives("In Branch's form.", example: ["success": true])
    }
}
