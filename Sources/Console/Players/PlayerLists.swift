internal import Accounts
internal import Batching
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Links
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// A page about a player that is one list.
protocol PlayerList: ConsoleView {
    var tab: PlayerTab { get }

    func table(of player: User, _ visit: Visit) async throws(Problem) -> Table
}

extension PlayerList {
    var path: String { tab.pattern }
    var right: Right { tab.right }
    var section: Section? { .players }

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let player = try await visit.pathPlayer()
        let table = try await table(of: player, visit)
        return tab.shown(player, visit, tables: [table]) { table.write(to: &$0, visit.words) }
    }
}

/// All entries of a player's accounts.
struct PlayerLedgerView: PlayerList {
    let tab = PlayerTab.ledger

    func table(of player: User, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        let titles: [Word] = [
            .time, .kind, .currency, .amount, .balanceAfter, .rule, .friend, .reason, .action,
        ]
        return try await visit.fill(
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
                .foreign(entry.reason), refunding(entry, player, visit),
            ]
        }
    }

    private func refunding(_ entry: LedgerEntry, _ player: User, _ visit: Visit) -> Cell {
        guard entry.kind == .redemption, entry.account.uid == player.uid, visit.may(.refund) else {
            return .none
        }
        return .link(
            visit.words[.refund], path: "\(player.page)/redemptions/\(entry.id.lowercaseText)/refund")
    }
}

/// A player's rewards.
struct PlayerRewardsView: PlayerList {
    let tab = PlayerTab.rewards

    func table(of player: User, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        return try await visit.fill(
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
struct PlayerEventsView: PlayerList {
    let tab = PlayerTab.events

    func table(of player: User, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        return try await visit.fill(
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
    }
}

/// The players that a player referred.
struct PlayerFriendsView: PlayerList {
    let tab = PlayerTab.friends

    func table(of player: User, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        let titles: [Word] = [.player, .email, .level, .firstStart, .signedUp, .referrerPaid]
        return try await visit.fill(
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
            if visit.may(.erase), !player.isGone {
                writer.actionForm(
                    words[.erasePlayer], "\(player.page)/erase", visit, hint: words[.eraseHint],
                    asksReason: false
                ) { writer in
                    writer.field(
                        words[.typeToConfirm],
                        [
                            .text("type", "text"), .text("name", "typed"), .text("required", ""),
                            .text("autocomplete", "off"), .text("maxlength", "254"),
                        ])
                }
            }
        }
    }
}

/// Administrators' actions that concern a player.
struct PlayerAuditView: PlayerList {
    let tab = PlayerTab.audit

    func table(of player: User, _ visit: Visit) async throws(Problem) -> Table {
        var filter = AuditFilter()
        filter.user = player.uid
        return try await AuditView.table(visit, filter)
    }
}

extension Fact {
    fileprivate var cell: Cell {
        switch self {
        case .levelReached(let level): .number(Int64(level))
        case .milestoneReached(let milestone): .code(milestone.description)
        case .counterIncremented(let counter, let step): .many([.code(counter.description), .number(step)])
        case .platformUsed(let platform): .code(platform.rawValue)
        case .referrerRecorded(let referrer): .player(referrer)
        case .playerMerged(let player, _): .player(player)
        case .credentialLinked, .emailVerified: .none
        }
    }
}
