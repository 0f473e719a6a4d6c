internal import Referrals
internal import Store
internal import Values

extension DueDelivery {
    /// The row after an attempt.
    ///
    /// - Parameter isOrdered: whether later changes of the subject wait for it: it is given up after 3 days.
    func row(
        after result: DeliveryResult, at now: Timestamp, isOrdered: Bool, jitter: Double
    ) -> WebhookDelivery {
        let attempts = attempts + 1
        var row = WebhookDelivery(
            of: change, state: .delivered, attempts: attempts, createdAt: createdAt, isReplay: isReplay,
            attempt: WebhookDelivery.Attempt(
                at: now, status: result.status, failure: result.failure, reply: result.reply))
        guard !result.isDelivered else { return row }
        row.state = .failed
        guard
            let pause = RetrySchedule.milliseconds(
                afterAttempts: attempts, askedSeconds: result.retryAfterSeconds, jitter: jitter)
        else { return row }
        let next = now.adding(microseconds: pause * 1_000)
        if isOrdered, attempts >= RetrySchedule.orderedAttemptsMax { return row }
        row.state = .pending
        row.dueAt = next
        return row
    }
}
