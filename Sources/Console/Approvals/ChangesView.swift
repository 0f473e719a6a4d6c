internal import Batching
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service

/// The changes that wait for a second operator, oldest first.
struct ChangesView: ConsoleView {
    let path = "/admin/changes"
    let right = Right.seeChanges
    let section: Section? = .changes

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let waiting = try await reading { () throws(InfrastructureError) in
            try await visit.services.approvals.waiting()
        }
        let titles: [Word] = [.pendingChange, .detail, .proposed, .proposedBy]
        var table = Table("changes", titles.map { words[$0] }, empty: words[.noChanges])
        table.filePath = visit.address(["format": "csv"])
        table.rows = waiting.map { pending in
            let change = pending.change
            return [
                .link(words[.change(change.kind)], path: pending.page), change.subject(words),
                .time(pending.madeAt), .foreign(pending.madeBy),
            ]
        }
        let filled = table
        return .page(title: words[.pendingChanges], tables: [table]) { writer in
            writer.paragraph(words[.changesHelp], class: "hint")
            filled.write(to: &writer, words)
        }
    }
}

extension ProposedChange {
    /// The rule or the player that it is about.
    func subject(_ words: Words) -> Cell {
        switch self {
        case .addRule(let name, _, _): .text(name.description)
        case .changeRule(let name, _, _, _), .setRuleState(let name, _, _, _), .backfill(let name, _):
            .rule(name)
        case .changeProgramme: .none
        case .adjust(let posting):
            .many([
                .player(posting.account.uid), .number(posting.amount),
                .text(posting.account.currency.description),
            ])
        }
    }
}

extension Word {
    static func change(_ kind: ProposedChange.Kind) -> Word {
        switch kind {
        case .addRule: .changeAddsRule
        case .changeRule: .changeOfRule
        case .setRuleState: .changeOfState
        case .backfill: .changeBackfills
        case .changeProgramme: .changeOfProgramme
        case .adjust: .adjust
        }
    }

    static func change(_ state: PendingChange.State) -> Word {
        switch state {
        case .waiting: .changeWaits
        case .approved: .changeApproved
        case .refused: .changeRefused
        case .withdrawn: .changeWithdrawn
        }
    }
}

extension PendingChange.State {
    var tone: Cell.Tone {
        switch self {
        case .waiting: .warning
        case .approved: .good
        case .refused: .bad
        case .withdrawn: .quiet
        }
    }
}
