package import Accounts
package import Batching
internal import Delivery
package import EventLoops
internal import Invitations
internal import Ledger
internal import Limits
internal import Postgres
internal import Reporting
internal import Rewards

extension Services {
    /// Starts the recurring work of the process on one loop, until its pool closes.
    package func beginRounds(inWordsOf compose: @escaping MailComposer, on loop: isolated EventLoop) {
        for work in rounds(inWordsOf: compose, on: loop) {
            Task.immediate(priority: EventLoop.taskPriority) { await work.run(on: loop) }
        }
        Task.immediate(priority: EventLoop.taskPriority) { await limitExchange.run(on: loop) }
    }

    /// The recurring work of a process, made once: the caller runs it.
    package func rounds(
        inWordsOf compose: @escaping MailComposer, on loop: isolated EventLoop
    ) -> [any Recurring] {
        var rounds: [any Recurring] = [
            ClickHousekeeping(pool: pool, clicks: clicks, log: log),
            Housekeeping(pool: pool, clock: clock, log: log),
            RewardReleaser(context), JobWorker(context), erasures, MergeKeeper(context),
            ReservationKeeper(context), PendingChangeKeeper(context, approvals),
            DayCountKeeper(pool: pool, clock: clock, log: log, daysAtOnce: countedDaysAtOnce),
            LeaderKeeper(pool: pool, clock: clock, log: log), ReservationEnder(context: context),
            ChangeKeeper(pool: pool, delivery, log: log),
            ResetKeeper(context, authenticator: authenticator, isMailOn: mail != nil),
        ]
        if let ledger {
            rounds.append(
                LedgerKeeper(
                    pool: pool, configuration: ledger, causes: context.causes, metrics: metrics, log: log))
        }
        if let mail {
            let sender = MailSender(mail, context, compose) { [links] in links.profile }
            mailSender = sender
            rounds.append(sender)
        }
        if let sending = delivery.sending {
            let worker = WebhookWorker(
                context, metrics: metrics, reader: reader, sending, vault: webhookVault, bell: webhookBell,
                warn: WebhookMail(context: context, mail: OperatorMail(mail)).send, on: loop)
            webhookWorker = worker
            rounds.append(worker)
        }
        notifier.start(pool.configuration, on: loop)
        return rounds
    }
}
