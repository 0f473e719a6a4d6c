internal import Batching
package import Postgres
package import Referrals
internal import Store
package import Values

/// The checks' questions about players who are about to bring rewards: `questions` and `chains`, in one
/// round trip. On Citus each step up a chain of referrers takes one more.
package struct TrustInquiry {
    private static let ringStepsMax = 8

    private let players: [User]
    private let terms: TrustTerms
    private let disposable: DisposableMail
    /// Referred players among these.
    private let referred: [User]

    package init(about players: [User], terms: TrustTerms, disposable: DisposableMail) {
        self.players = players
        self.terms = terms
        self.disposable = disposable
        referred = terms.looksAtSignUps ? players.filter { $0.referral.referredBy != nil } : []
    }

    /// The checks that fire, for each of the players.
    package func findings(in transaction: Transaction) async throws(PostgresError) -> [UserID: TrustCodes] {
        let (evidence, chains) = try await transaction.sendEach(questions, self.chains)
        return try await findings(evidence, chains.flatMap(\.self), in: transaction)
    }

    var questions: [FindEvidence] {
        referred.compactMap { player in
            player.referral.referredBy.map { FindEvidence(of: player.uid, referredBy: $0, for: terms) }
        }
    }

    var chains: [FindChain] {
        let wantsChains = terms.checks[.ring] != nil || terms.checks[.sameMailbox] != nil
        return wantsChains && !referred.isEmpty
            ? [FindChain(from: Set(referred.compactMap(\.referral.referredBy)), stepsMax: stepsMax)] : []
    }

    private var stepsMax: Int { terms.checks[.ring] == nil ? 0 : Self.ringStepsMax }

    /// - Parameters:
    ///   - evidence: the answers to `questions`.
    ///   - accounts: those to `chains`.
    func findings(
        _ evidence: [[FindEvidence.Row]], _ accounts: [FindChain.Row], in transaction: Transaction
    ) async throws(PostgresError) -> [UserID: TrustCodes] {
        var rows: [UserID: FindEvidence.Row] = [:]
        for (player, found) in zip(referred, evidence) { rows[player.uid] = found.first }
        var cases = players.map { TrustCase($0, rows[$0.uid], disposable) }
        if !chains.isEmpty { try await follow(&cases, accounts, in: transaction) }
        return Dictionary(
            cases.map { ($0.player.uid, terms.findings($0.evidence)) }, uniquingKeysWith: { $1 })
    }

    private func follow(
        _ cases: inout [TrustCase], _ accounts: [FindChain.Row], in transaction: Transaction
    ) async throws(PostgresError) {
        var accounts = Dictionary(accounts.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        var asked = Set(referred.compactMap(\.referral.referredBy))
        while true {
            for index in cases.indices { cases[index].follow(accounts, stepsMax: stepsMax) }
            let links = Set(cases.compactMap(\.link)).subtracting(asked)
            guard let found = try await transaction.nextLinks(from: links, stepsMax: stepsMax) else { return }
            asked.formUnion(links)
            for account in found { accounts[account.uid] = account }
        }
    }
}
