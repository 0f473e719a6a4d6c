package import Accounts
internal import Batching
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
        var rounds: [any Recurring] = [
            ClickHousekeeping(pool: pool, clicks: clicks, log: log),
            Housekeeping(pool: pool, clock: clock, log: log),
            RewardReleaser(context), JobWorker(context), erasures, MergeKeeper(context),
            ReservationKeeper(context), DayCountKeeper(pool: pool, clock: clock, log: log),
            LeaderKeeper(pool: pool, clock: clock, log: log), ReservationEnder(context: context),
            ChangeKeeper(pool: pool, delivery, log: log),
            ResetKeeper(context, authenticator: authenticator, isMailOn: mail != nil),
        ]
        if let ledger {
            rounds.append(
                LedgerKeeper(
                    pool: pool, configuration: ledger, causes: context.causes, metrics: metrics, log: log))
        }
        if let mail { rounds.append(MailSender(mail, context, compose) { [links] in links.profile }) }
        if let sending = delivery.sending {
            let worker = WebhookWorker(
                context, metrics: metrics, reader: reader, sending, vault: webhookVault, bell: webhookBell,
                warn: WebhookMail(context: context, mail: OperatorMail(mail)).send, on: loop)
            webhookWorker = worker
            rounds.append(worker)
        }
        notifier.start(pool.configuration, on: loop)
        for work in rounds {
            Task.immediate(priority: EventLoop.taskPriority) { await work.run(on: loop) }
        }
        Task.immediate(priority: EventLoop.taskPriority) { await limitExchange.run(on: loop) }
    }
}
