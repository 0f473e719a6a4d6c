internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A redemption as it is stored, its account locked, and what is written of a change to it.
struct RedemptionTransition {
    typealias StepResult = Result<PostingReply, PostingError>

    let redemption: LedgerEntry
    private var reservation: Reservation?
    /// Whether the reservation has a genuine MAC.
    private let isGenuine: Bool
    private let isDue: Bool
    /// The entry that gave it back.
    private let undoing: LedgerEntry?
    /// The entry that has the refund's id already.
    private let used: LedgerEntry?
    /// The owner of the replied balances: the redemption's user, or the account that it was merged into.
    private let asked: UserID
    private var booking: LedgerBooking
    private var settlements: [any Statement] = []
    /// How it ended, for those who listen.
    private var ending: Change?
    /// The entry that gave a reservation back.
    private(set) var returned: LedgerEntry?

    init(
        redemption: LedgerEntry, reservation: Reservation?, isGenuine: Bool, isDue: Bool,
        undoing: LedgerEntry?, used: LedgerEntry?, asked: UserID, booking: LedgerBooking
    ) {
        self.redemption = redemption
        self.reservation = reservation
        self.isGenuine = isGenuine
        self.isDue = isDue
        self.undoing = undoing
        self.used = used
        self.asked = asked
        self.booking = booking
    }

    var writes: [any Statement] { booking.statements + settlements }

    var changes: [Change] { [ending].compactMap(\.self) + booking.changes }

    mutating func change(
        _ action: RedemptionChange.Action, id makeID: () -> UUID, at now: Timestamp
    ) -> StepResult {
        if reservation?.state == .reserved, !isGenuine { return .failure(.redemptionUnproved) }
        switch action {
        case .refund(let id, let reason): return refund(id, reason, at: now)
        case .capture: return capture(id: makeID(), at: now)
        case .cancel: return cancel(id: makeID(), at: now)
        case .expire:
            guard reservation?.state == .reserved, isDue else { return .failure(.redemptionNotFound) }
            return giveBack(as: .expired, id: makeID(), "Time was up: \(redemption.reason)", at: now)
        }
    }

    private mutating func refund(_ id: UUID, _ reason: String, at now: Timestamp) -> StepResult {
        let posting = posting(id, reason)
        if let entry = used ?? (undoing?.id == id ? undoing : nil) {
            let isErased = entry.reason == ErasedText.word
            guard posting.isSame(as: entry, isErased: isErased) else { return .failure(.postingIDReused) }
            return .success(reply(entry, isReplayed: true))
        }
        // Whatever was captured was refunded then.
        guard undoing == nil else {
            let state = reservation.flatMap { $0.state == .captured ? nil : RedemptionState($0.state) }
            return .failure(.redemptionSettled(state ?? .refunded))
        }
        return giveBack(as: .cancelled, id: id, reason, at: now)
    }

    /// In the moment after its time was up it is given back here, be the worker on its way or not.
    private mutating func capture(id: UUID, at now: Timestamp) -> StepResult {
        guard let reservation else { return .failure(.redemptionNotFound) }
        switch reservation.state {
        case .captured: return .success(reply(redemption, isReplayed: true))
        case .cancelled, .expired: return .failure(settled(reservation))
        case .reserved where isDue:
            let result = giveBack(as: .expired, id: id, "Time was up: \(redemption.reason)", at: now)
            return result.flatMap { _ in .failure(.redemptionSettled(.expired)) }
        case .reserved:
            settle(as: .captured, at: now)
            return .success(reply(redemption, isReplayed: false))
        }
    }

    private mutating func cancel(id: UUID, at now: Timestamp) -> StepResult {
        guard let reservation else { return .failure(.redemptionNotFound) }
        switch reservation.state {
        case .captured: return .failure(settled(reservation))
        case .cancelled, .expired:
            guard let undoing else { return .failure(settled(reservation)) }
            return .success(reply(undoing, isReplayed: true))
        case .reserved:
            return giveBack(as: .cancelled, id: id, "Given back: \(redemption.reason)", at: now)
        }
    }

    private func settled(_ reservation: Reservation) -> PostingError {
        RedemptionState(reservation.state).map { .redemptionSettled($0) } ?? .internalError
    }

    private func posting(_ id: UUID, _ reason: String) -> Posting {
        Posting(
            id: id, account: redemption.account, kind: .refund, amount: -redemption.amount,
            undoes: redemption.id, reason: reason)
    }

    /// - Parameter state: what the reservation becomes, should it still wait.
    private mutating func giveBack(
        as state: Reservation.State, id: UUID, _ reason: String, at now: Timestamp
    ) -> StepResult {
        do throws(PostingRefusal) {
            let entry = try booking.post(posting(id, reason), at: now)
            if reservation?.state == .reserved {
                settle(as: state, at: now)
                returned = entry
            } else {
                ending = .redemption(redemption, .redemptionRefunded, at: now)
            }
            return .success(reply(entry, isReplayed: false))
        } catch {
            return .failure(.balanceTooLarge)
        }
    }

    private mutating func settle(as state: Reservation.State, at now: Timestamp) {
        guard var settled = reservation else { return }
        settled.state = state
        reservation = settled
        settlements.append(SettleReservation(settled))
        let type: ChangeType = state == .captured ? .redemptionCaptured : .redemptionCancelled
        ending = .redemption(redemption, type, at: now)
    }

    /// Takes the missing parts of clawed-back rewards out of the returned amount.
    mutating func fill(_ unrecovered: [FindUnrecovered.Row], id makeID: () -> UUID, at now: Timestamp) {
        guard var left = returned?.amount else { return }
        for (reward, last) in unrecovered where left > 0 {
            left -= booking.recover(
                reward, atMost: left, undoing: last, because: "Was missing at the reversal", as: makeID(),
                at: now)
        }
    }

    /// The reply with the balances as all that was booked leaves them.
    func withBalances(_ result: StepResult) -> StepResult {
        result.map { reply($0.entry, isReplayed: $0.isReplayed) }
    }

    private func reply(_ entry: LedgerEntry, isReplayed: Bool) -> PostingReply {
        let balances = booking.balances.filter { $0.account.uid == asked }
        return PostingReply(
            entry: entry, balances: balances.sorted { $0.account < $1.account },
            isReplayed: isReplayed, reservation: reservation)
    }
}
