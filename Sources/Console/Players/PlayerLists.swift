internal import Accounts
internal import Batching
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// All entries of a player's accounts.
struct PlayerLedgerView: ConsoleView {
    let path = PlayerTab.ledger.pattern
    let right = PlayerTab.ledger.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let titles: [Word] = [.time, .kind, .currency, .amount, .balanceAfter, .rule, .friend, .reason]
        let table = try await visit.fill(
            Table("ledger-\(player.uid)", titles.map { words[$0] }, empty: words[.noEntries]),
            cursor: LedgerCursor.init(cursor:), text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.money.ledger(of: player.uid, after: cursor, limit: limit)
            }
        } row: { entry in
            [
                .time(entry.createdAt), .text(words[.entry(entry.kind)]),
                .text(entry.account.currency.description), .number(entry.amount),
                .number(entry.balanceAfter), .rule(entry.rule), .player(entry.subject),
                .foreign(entry.reason),
            ]
        }
        return PlayerTab.ledger.shown(player, visit, tables: [table]) { table.write(to: &$0, words) }
    }
}

/// A player's rewards.
struct PlayerRewardsView: ConsoleView {
    let path = PlayerTab.rewards.pattern
    let right = PlayerTab.rewards.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let table = try await visit.fill(
            RewardsView.table("rewards-\(player.uid)", words, besides: [words[.action]]),
            cursor: RewardPosition.init(cursor:),
            text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.rewards.rewards(
                    of: player.uid, status: nil, after: cursor, limit: limit)
            }
        } row: {
            RewardsView.row($0, words) + [reversing($0, player, visit)]
        }
        return PlayerTab.rewards.shown(player, visit, tables: [table]) { table.write(to: &$0, words) }
    }
}

extension PlayerRewardsView {
    private func reversing(_ reward: Reward, _ player: User, _ visit: Visit) -> Cell {
        guard reward.status == .paid, visit.may(.reverseRewards) else { return .none }
        return .link(
            visit.words[.reverse], path: "\(player.page)/rewards/\(reward.id.lowercaseText)/reverse")
    }
}

/// The events of a player, with the rules' decisions on each.
struct PlayerEventsView: ConsoleView {
    let path = PlayerTab.events.pattern
    let right = PlayerTab.events.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let table = try await visit.fill(
            Table(
                "events-\(player.uid)", [words[.time], words[.event], words[.value], words[.decisions]],
                empty: words[.noEvents]),
            cursor: EventPosition.init(cursor:), text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.reports.events(of: player.uid, after: cursor, limit: limit)
            }
        } row: { recorded in
            [
                .time(recorded.receivedAt), .code(recorded.event.fact.type.rawValue),
                recorded.event.fact.cell,
                .many(recorded.decisions.map(Cell.decision)),
            ]
        }
        return PlayerTab.events.shown(player, visit, tables: [table]) { table.write(to: &$0, words) }
    }
}

/// The players that a player referred.
struct PlayerFriendsView: ConsoleView {
    let path = PlayerTab.friends.pattern
    let right = PlayerTab.friends.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let titles: [Word] = [.player, .email, .level, .firstStart, .signedUp, .referrerPaid]
        let table = try await visit.fill(
            Table("friends-\(player.uid)", titles.map { words[$0] }, empty: words[.noFriends]),
            cursor: UserID.init(cursor:), text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.reports.referees(of: player.uid, after: cursor, limit: limit)
            }
        } row: { friend in
            [
                .player(friend.user.uid), friend.user.name(words),
                .number(Int64(friend.user.progress.highestLevel)), .time(friend.user.createdAt),
                .ifAny(friend.user.signedUpAt),
                friend.isRewarded ? .badge(words[.yes], .good) : .badge(words[.no], .quiet),
            ]
        }
        return PlayerTab.friends.shown(player, visit, tables: [table]) { table.write(to: &$0, words) }
    }
}

/// How a player signs in, and where it has.
struct PlayerAccountView: ConsoleView {
    let path = PlayerTab.account.pattern
    let right = PlayerTab.account.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (player, words) = (try await visit.pathPlayer(), visit.words)
        let sessions = try await reading { () throws(SessionError) in
            try await visit.services.sessions.all(of: player.uid)
        }
        let erasure = try await reading { () throws(InfrastructureError) in
            try await visit.services.deletion.erasure(of: player.uid)
        }
        var table = Table(
            "sessions-\(player.uid)",
            [words[.device], words[.opened], words[.lastUsed], words[.expires]], empty: words[.noSessions])
        table.rows = sessions.map {
            [.ifAny($0.device), .time($0.createdAt), .time($0.lastUsedAt), .time($0.expiresAt)]
        }
        let filled = table
        return PlayerTab.account.shown(player, visit, tables: [table]) { writer in
            writer.facts(
                [
                    (words[.email], player.name(words)),
                    (words[.emailVerified], .text(words[player.isEmailVerified ? .yes : .no])),
                    (words[.lastSignIn], .ifAny(player.lastSignInAt)),
                    (words[.deletion], .text(words[erasure == nil ? .no : .yes])),
                ], words)
            writer.section(words[.sessions]) { filled.write(to: &$0, words) }
            if visit.may(.endSessions) {
                writer.actionForm(
                    words[.endSessions], "\(player.page)/end-sessions", visit, hint: words[.endSessionsHint]
                ) { _ in }
            }
        }
    }
}

/// Administrators' actions that concern a player.
struct PlayerAuditView: ConsoleView {
    let path = PlayerTab.audit.pattern
    let right = PlayerTab.audit.right
    let section: Section? = .players

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let player = try await visit.pathPlayer()
        var filter = AuditFilter()
        filter.user = player.uid
        let table = try await AuditView.table(visit, filter)
        return PlayerTab.audit.shown(player, visit, tables: [table]) { table.write(to: &$0, visit.words) }
    }
}

extension Fact {
    fileprivate var cell: Cell {
        switch self {
        case .levelReached(let level): .number(Int64(level))
        case .milestoneReached(let milestone): .code(milestone.description)
        case .counterIncremented(let counter, let step): .many([.code(counter.description), .number(step)])
        case .referrerRecorded(let referrer): .player(referrer)
        case .playerMerged(let player, _): .player(player)
        case .credentialLinked, .emailVerified: .none
        }
    }
}
