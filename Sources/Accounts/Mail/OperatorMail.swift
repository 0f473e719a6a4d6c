package import FoundationEssentials
package import Referrals
package import Values
internal import WebClient

/// Mails to an operator of the installation. They go out at once, and aren't tried again.
package struct OperatorMail: Sendable {
    private let mail: MailConfiguration
    private let recipient: EmailAddress

    /// Nil where there is no mail, or no address.
    ///
    /// - Parameter recipient: nil for the operator's address that the configuration names.
    package init?(_ mail: MailConfiguration?, to recipient: EmailAddress? = nil) {
        guard let mail, let recipient = recipient ?? mail.operatorEmail else { return nil }
        self.mail = mail
        self.recipient = recipient
    }

    /// - Parameter text: lines, without markup.
    /// - Returns: whether it was sent.
    package func send(_ subject: String, _ text: String, id: UUID, at time: Timestamp) async -> Bool {
        let lines = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").split(separator: "\n")
        let html =
            "<!doctype html><html lang=\"en\"><body>"
            + lines.map { "<p>\($0)</p>" }.joined() + "</body></html>"
        let message = MailMessage(
            id: id, sender: mail.sender, recipient: recipient, language: "en",
            text: MailText(app: "Shipmate", subject: subject, text: text, html: html), date: time)
        switch mail.way {
        // A test's app has no operator.
        case .mailbox: return false
        case .files(let store): return (try? store(id, message.bytes)) != nil
        case .server(let server, let client):
            let outgoing = OutgoingMail(
                through: server, from: mail.sender.description, to: recipient.description,
                message: message.bytes)
            return (try? await client.send(outgoing)) != nil
        }
    }
}
