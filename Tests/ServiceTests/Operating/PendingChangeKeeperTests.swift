import EventLoops
import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

@testable import Rewards
@testable import Service

/// A change that waits too long for a second operator is withdrawn.
@Suite struct PendingChangeKeeperTests {
    @Test func `withdraws what is older than its days, once, whatever else meets it`() async throws {
        try await ServicesRig.with { rig, loop in
            let (context, approvals) = (rig.services.context, rig.services.approvals)
            context.approvals.scopes = [.rules]
            context.approvals.days = 3
            let states: [RuleState] = [.paused, .archived]
            var ids: [UUID] = []
            for state in states {
                let change = ProposedChange.setRuleState("level-5", state, from: .active, version: 1)
                ids.append(try await approvals.propose(change, by: "key app (1)").id)
            }
            try rig.database.psql(
                """
                UPDATE pending_changes SET made_at = now() - interval '3 days 1 minute'
                WHERE id = '\(ids[0].lowercaseText)'
                """)
            _ = await together(4, on: loop) { _ in
                try? await PendingChangeKeeper(context, approvals).round(on: loop)
            }
            #expect(try await approvals.waiting().map(\.id) == [ids[1]])
            #expect(try await approvals.change(ids[0]).state == .withdrawn)
            let acts = try rig.database.psql(
                "SELECT actor, action, detail FROM audit_entries WHERE action <> 'change.propose'")
            #expect(acts.hasPrefix("shipmate|change.withdraw|") && acts.hasSuffix("it waited for 3 days"))
            #expect(acts.split(separator: "\n").count == 1)
        }
    }
}
