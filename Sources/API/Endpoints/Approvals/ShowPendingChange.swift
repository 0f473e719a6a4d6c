internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Whether a proposed change still waits, and what became of it.
struct ShowPendingChange: Endpoint {
    let approvals: ApprovalService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> PendingChangeReply {
        let id = try call.pathID()
        return PendingChangeReply(
            pending: try await mappingErrors { () throws(ApprovalError) in try await approvals.change(id) })
    }
}

extension ShowPendingChange {
    var operation: Operation {
        Operation(
            "showPendingChange", .programme, "Show a pending change",
            """
            With `SHIPMATE_FOUR_EYES`, changes by an API key wait until an operator approves them in the \
            console. Poll this to learn when.
            """
        )
        .takes(.pendingChangeID)
        .gives("The change.", example: PendingChangeReply.example)
        .refuses(.noPendingChange)
    }
}

/// Takes a proposed change back.
struct WithdrawPendingChange: Endpoint {
    let approvals: ApprovalService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> PendingChangeReply {
        let id = try call.pathID()
        let pending = try await mappingErrors { () throws(ApprovalError) in
            try await approvals.withdraw(id, by: call.actor)
            return try await approvals.change(id)
        }
        return PendingChangeReply(pending: pending)
    }
}

extension WithdrawPendingChange {
    var operation: Operation {
        Operation(
            "withdrawPendingChange", .programme, "Withdraw a pending change",
            "Only the key that proposed it can; others get 403."
        )
        .takes(.pendingChangeID)
        .gives("The change, which is not made.", example: PendingChangeReply.example)
        .refuses(.noPendingChange)
        .refuses("It no longer waits.", ApprovalError.alreadyDecided(.approved).problem)
    }
}

extension Refusal {
    fileprivate static var noPendingChange: Refusal {
        Refusal(404, "There is no pending change with this id.", [.notFound])
    }
}

extension Parameter {
    fileprivate static var pendingChangeID: Parameter {
        .path("id", .uuid, "Identifies the pending change.")
    }
}
