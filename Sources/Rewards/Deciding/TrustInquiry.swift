package import Postgres
package import Referrals
internal import Store
package import Values

/// Asks what checks want to know of players who are about to bring rewards: in one round trip, and one more
/// for each step that a chain of referrers goes on, where rings are looked for.
package struct TrustInquiry {
    private static let ringStepsMax = 8

    package let terms: TrustTerms
    let disposable: DisposableMail
    let transaction: Transaction

    package init(terms: TrustTerms, disposable: DisposableMail, transaction: Transaction) {
        self.terms = terms
        self.disposable = disposable
        self.transaction = transaction
    }

    /// The checks that fire, for each of the players.
    package func findings(on players: [User]) async throws(PostgresError) -> [UserID: TrustCodes] {
        var cases = players.map { player in
            var found = TrustEvidence()
            found.isMailDisposable = player.email.map(disposable.contains) ?? false
            return Case(player: player, evidence: found, mailbox: player.email.map(Mailbox.init(of:)))
        }
        if terms.looksAtSignUps { try await look(into: &cases) }
        return Dictionary(
            cases.map { ($0.player.uid, terms.findings($0.evidence)) }, uniquingKeysWith: { $1 })
    }

    /// A player who is looked at.
    private struct Case {
        let player: User
        var evidence: TrustEvidence
        var device: Int64?
        let mailbox: Mailbox?
        /// Whose referrer is looked for next; nil where the chain has ended.
        var link: UserID?

        /// Whether the chain comes back to the player, which has brought an account of it.
        func isClosed(by account: FindChain.Row) -> Bool { account.referredBy == player.uid }

        /// Whether an account of the chain is the player's own, by all that can be told.
        func isOwn(_ account: FindChain.Row) -> Bool {
            (device != nil && account.device == device) || hasMailbox(of: account)
        }

        /// Also of those who came before a check looked at mailboxes.
        func hasMailbox(of account: FindChain.Row) -> Bool {
            mailbox != nil && account.email.map(Mailbox.init(of:)) == mailbox
        }
    }

    private func look(into cases: inout [Case]) async throws(PostgresError) {
        let places = cases.indices.filter { cases[$0].player.referral.referredBy != nil }
        let questions = places.compactMap { place in
            cases[place].player.referral.referredBy.map {
                FindEvidence(of: cases[place].player.uid, broughtBy: $0, for: terms)
            }
        }
        guard !questions.isEmpty else { return }
        for (place, rows) in zip(places, try await transaction.sendEach(questions)) {
            guard let row = rows.first else { continue }
            let isMailDisposable = cases[place].evidence.isMailDisposable
            cases[place].evidence = row.evidence
            cases[place].evidence.isMailDisposable = isMailDisposable
            cases[place].device = row.device
        }
        guard terms.checks[.ring] != nil || terms.checks[.sameMailbox] != nil else { return }
        for place in places { cases[place].link = cases[place].player.referral.referredBy }
        let stepsMax = terms.checks[.ring] == nil ? 0 : Self.ringStepsMax
        for step in 0...stepsMax where try await !follow(&cases, step) { return }
    }

    /// One step up all chains; false where each has ended.
    private func follow(_ cases: inout [Case], _ step: Int) async throws(PostgresError) -> Bool {
        let links = Set(cases.compactMap(\.link))
        guard !links.isEmpty else { return false }
        let rows: [FindChain.Row] = try await transaction.send(FindChain(links))
        let accounts = Dictionary(rows.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        for place in cases.indices {
            guard let account = cases[place].link.flatMap({ accounts[$0] }) else {
                cases[place].link = nil
                continue
            }
            // The referrer itself is other checks'.
            if step == 0, cases[place].hasMailbox(of: account) {
                cases[place].evidence.isReferrersMailbox = true
            }
            if cases[place].isClosed(by: account) || (step > 0 && cases[place].isOwn(account)) {
                cases[place].evidence.isRing = true
                cases[place].link = nil
            } else {
                cases[place].link = account.referredBy
            }
        }
        return true
    }
}
