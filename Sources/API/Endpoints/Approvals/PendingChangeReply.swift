internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A change that waits for a second operator, or waited.
struct PendingChangeReply: JSONOutput, Formed {
    let pending: PendingChange
    var status = 200

    static let form = Form<Self>("PendingChangeReply", means: "A change that needs a second operator.") {
        Member("pending_change", { PendingChangeView(pending: $0.pending) })
    }

    var headers: [ResponseHeader] {
        status == 202
            ? [ResponseHeader(.location, "/v1/admin/pending-changes/\(pending.id.lowercaseText)")] : []
    }

    static var example: JSONValue { ["pending_change": PendingChangeView.example] }
}

struct PendingChangeView: Formed {
    let pending: PendingChange

    static let form = Form<Self>("PendingChange", means: "A change that needs a second operator.") {
        Member("id", .uuid, \.pending.id, "Of an adjustment: the id of its entry in the ledger.")
        Member(
            "kind",
            .openChoice(
                "rule.add", "rule.change", "rule.state", "rule.backfill", "programme.change", "adjustment"),
            \.pending.change.kind, "The kind of change.",
            sample: "rule.change")
        Member(
            "state", .openChoice("waiting", "approved", "refused", "withdrawn"), \.pending.state,
            "Whether it still waits; an approved change has been made.", sample: "waiting")
        Member("rule", .ruleName, orNull: \.rule, "The rule that it changes.", sample: "level-5")
        Member(
            "uid", .uid, orNull: \.posting?.account.uid, "The user whose balance it corrects.", sample: .null)
        Member("currency", .currency, orNull: \.posting?.account.currency, "Of the balance.", sample: .null)
        Member("amount", .amount, orNull: \.posting?.amount, "Positive or negative.", sample: .null)
        Member("created_at", .time, \.pending.madeAt, "When it was proposed.")
        Member("created_by", .string(upTo: 1_024), \.pending.madeBy, "The operator or key that proposed it.")
        Member("decided_at", .time, orNull: \.pending.decidedAt, "When it stopped waiting.", sample: .null)
        Member(
            "decided_by", .string(upTo: 1_024), orNull: \.pending.decidedBy,
            "The operator or key that decided.",
            sample: .null)
    }

    private var rule: RuleName? {
        switch pending.change {
        case .addRule(let name, _, _), .changeRule(let name, _, _, _), .setRuleState(let name, _, _, _),
            .backfill(let name, _):
            name
        case .changeProgramme, .adjust: nil
        }
    }

    private var posting: Posting? {
        if case .adjust(let posting) = pending.change { posting } else { nil }
    }

    static let example: JSONValue = [
        "id": "01995f3e-8c1a-7c55-9d0e-6f3f1b2a4c5e", "kind": "rule.change", "state": "waiting",
        "rule": "level-5", "uid": .null, "currency": .null, "amount": .null,
        "created_at": "2026-11-22T12:00:00.000Z", "created_by": "key console", "decided_at": .null,
        "decided_by": .null,
    ]
}

/// A change that was made, or one that waits for a second operator.
enum Approvable<Made: JSONOutput>: JSONOutput {
    case made(Made)
    case pending(PendingChangeReply)

    static var schema: Schema { Made.schema }
    static var content: Content? { Made.content }

    var status: Int {
        switch self {
        case .made(let reply): reply.status
        case .pending(let reply): reply.status
        }
    }

    var headers: [ResponseHeader] {
        switch self {
        case .made(let reply): reply.headers
        case .pending(let reply): reply.headers
        }
    }

    func encode(to writer: inout JSONWriter) {
        switch self {
        case .made(let reply): reply.encode(to: &writer)
        case .pending(let reply): reply.encode(to: &writer)
        }
    }
}

extension ApprovalService {
    func propose(
        _ change: ProposedChange, on call: Call
    ) async throws(Problem) -> PendingChangeReply {
        PendingChangeReply(
            pending: try await mappingErrors { () throws(ApprovalError) in
                try await propose(change, by: call.actor)
            }, status: 202)
    }
}

extension Operation {
    func mayNeedApproval() -> Operation {
        gives(
            202, "`SHIPMATE_FOUR_EYES` makes the change wait for a second operator.", .location,
            as: .json(PendingChangeReply.schema), example: PendingChangeReply.example
        )
        .mayFindTooManyPending()
    }

    func mayFindTooManyPending() -> Operation {
        refuses(
            "As many changes wait for a second operator as may wait.", Problem(of: .tooManyPendingChanges))
    }
}
