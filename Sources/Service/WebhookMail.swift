internal import Accounts
internal import Batching
internal import Delivery
internal import FoundationEssentials
internal import Values

/// Tells the operator by mail that a webhook fails.
struct WebhookMail {
    let context: AccountsContext
    /// Nil where none is sent.
    let mail: OperatorMail?

    func send(_ trouble: WebhookTrouble) async {
        guard let mail else { return }
        let id = trouble.webhook.lowercaseText
        let (subject, text) =
            if let reason = trouble.disabledBecause {
                (
                    "A webhook was disabled",
                    """
                    Shipmate has disabled the webhook \(id). \(reason)
                    Repair its receiver, and enable it by POST /v1/admin/webhooks/\(id)/enable.
                    What it missed is listed as missed, and can be replayed.
                    """
                )
            } else {
                (
                    "A webhook has failed for a day",
                    """
                    The webhook \(id) has taken no change for a day.
                    GET /v1/admin/webhooks/\(id)/deliveries?status=pending has its receiver's replies.
                    After five days it is disabled.
                    """
                )
            }
        guard await mail.send(subject, text, id: context.makeID(), at: context.clock.now) else {
            return context.log(LogLine(.warning, "a mail to the operator can't be sent", ["webhook": id]))
        }
    }
}
