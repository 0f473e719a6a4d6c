internal import FoundationEssentials
internal import Ledger
internal import Referrals
internal import Values

/// Transfers between accounts and clawed-back rewards, in one order: claw-backs from a moved account, then
/// the transfer, then the other claw-backs.
struct Transfers {
    private struct Transfer {
        let from: Account
        let to: Account
        let id: UUID
        let at: Timestamp
    }

    private struct Clawback {
        let reward: Reward
        /// Where what was paid has gone to.
        let fallback: Account?
        let reason: String
        let id: UUID
        let at: Timestamp

        var account: Account { Account(uid: reward.beneficiary, currency: reward.currency) }

        func book(by booking: inout LedgerBooking) {
            booking.clawBack(reward, fallback: fallback, because: reason, as: id, at: at)
        }
    }

    private static let reason = "An anonymous player became an account"

    private var transfers: [Transfer] = []
    private var clawbacks: [Clawback] = []

    var isEmpty: Bool { transfers.isEmpty && clawbacks.isEmpty }

    var accounts: Set<Account> {
        Set(
            transfers.flatMap { [$0.from, $0.to] }
                + clawbacks.flatMap { [$0.account] + [$0.fallback].compactMap(\.self) })
    }

    /// The rewards that it claws back.
    var clawedBack: [Reward] { clawbacks.map(\.reward) }

    mutating func add(_ from: Account, to: Account, as id: UUID, at now: Timestamp) {
        transfers.append(Transfer(from: from, to: to, id: id, at: now))
    }

    mutating func clawBack(
        _ reward: Reward, fallback: Account?, because reason: String, as id: UUID, at now: Timestamp
    ) {
        clawbacks.append(Clawback(reward: reward, fallback: fallback, reason: reason, id: id, at: now))
    }

    func book(by booking: inout LedgerBooking) {
        guard !isEmpty else { return }
        let left = Set(transfers.map(\.from))
        for clawback in clawbacks where left.contains(clawback.account) { clawback.book(by: &booking) }
        for transfer in transfers {
            let amount = booking.balance(of: transfer.from).amount
            booking.transfer(
                amount, from: transfer.from, to: transfer.to, because: Self.reason, as: transfer.id,
                at: transfer.at)
        }
        for clawback in clawbacks where !left.contains(clawback.account) { clawback.book(by: &booking) }
    }
}
