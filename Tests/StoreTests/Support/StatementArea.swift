import Postgres

/// Statements that are checked together, in the order in which they are: an area needs rows of those before.
enum StatementArea: CaseIterable {
    case users, sessions, keys, events, money, reports, ledger, links, heldRewards, rules, jobs,
        deletion
    case exports, timeline, accounts, trust, mails, recovery, identities, funnel, leaders, merging, causes,
        changes, webhooks, operators, approvals, testClock

    func check(_ pool: PostgresPool) async throws {
        let tests = StatementTests()
        switch self {
        case .users: try await tests.checkUsers(pool)
        case .sessions: try await tests.checkSessions(pool)
        case .keys: try await tests.checkKeys(pool)
        case .events: try await tests.checkEvents(pool)
        case .money: try await tests.checkMoney(pool)
        case .reports: try await tests.checkReports(pool)
        case .ledger: try await tests.checkLedger(pool)
        case .links: try await tests.checkLinks(pool)
        case .heldRewards: try await tests.checkHeldRewards(pool)
        case .rules: try await tests.checkRules(pool)
        case .jobs: try await tests.checkJobs(pool)
        case .deletion: try await tests.checkDeletion(pool)
        case .exports: try await tests.checkExports(pool)
        case .timeline: try await tests.checkTimeline(pool)
        case .accounts: try await tests.checkAccounts(pool)
        case .trust: try await tests.checkTrust(pool)
        case .mails: try await tests.checkMails(pool)
        case .recovery: try await tests.checkRecovery(pool)
        case .identities: try await tests.checkIdentities(pool)
        case .funnel: try await tests.checkFunnel(pool)
        case .leaders: try await tests.checkLeaders(pool)
        case .merging: try await tests.checkMerging(pool)
        case .causes: try await tests.checkCauses(pool)
        case .changes: try await tests.checkChanges(pool)
        case .webhooks: try await tests.checkWebhooks(pool)
        case .operators: try await tests.checkOperators(pool)
        case .approvals: try await tests.checkApprovals(pool)
        case .testClock: try await tests.checkTestClock(pool)
        }
    }
}
