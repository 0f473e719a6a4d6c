internal import Referrals
internal import Store
internal import Values

/// The subjects whose later changes wait for one that failed; none where a webhook doesn't ask for order.
struct SubjectOrder {
    let isOn: Bool
    private var blocked: Set<UserID> = []
    /// Blocked ones whose earlier change may be delivered or given up by now.
    private var ended: Set<UserID> = []

    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Those to ask about, a part of them at a time.
    var finished: [UserID] { Array(ended.prefix(1_000)) }

    func isBlocked(_ subject: UserID) -> Bool { blocked.contains(subject) }

    /// Blocks the subjects of deliveries that were pending when the lease began.
    mutating func block(_ subjects: [UserID?]) {
        blocked.formUnion(subjects.compactMap(\.self))
        ended = blocked
    }

    /// The result of a delivery that isn't written yet.
    mutating func note(_ row: WebhookDelivery) {
        guard isOn, !row.isReplay, let subject = row.subject, row.state == .pending else { return }
        blocked.insert(subject)
    }

    mutating func noteWritten(_ rows: [WebhookDelivery]) {
        guard isOn else { return }
        // A row that waits asks, too: the one before it may be erased.
        for row in rows where !row.isReplay && (row.state != .pending || row.dueAt == nil) {
            if let subject = row.subject, blocked.contains(subject) { ended.insert(subject) }
        }
    }

    /// - Parameters:
    ///   - waiting: the subjects that have another pending delivery.
    ///   - unwritten: those that will have one; they are asked about again.
    mutating func release(_ subjects: [UserID], exceptOf waiting: [UserID], _ unwritten: [UserID]) {
        ended.subtract(subjects)
        let kept = Set(waiting)
        let later = Set(unwritten)
        for subject in subjects where !kept.contains(subject) {
            if later.contains(subject) { ended.insert(subject) } else { blocked.remove(subject) }
        }
    }
}
