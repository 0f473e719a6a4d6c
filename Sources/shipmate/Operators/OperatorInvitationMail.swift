internal import Accounts
internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Referrals
internal import Values
internal import WebClient

/// The one-time link of an operator, and its mail.
struct OperatorInvitationMail {
    let configuration: Configuration

    /// A page that works without scripts.
    func url(of token: String) -> String {
        "\(base)/admin/invitation?token=\(token)"
    }

    private var base: String {
        configuration.mail.publicURL.isEmpty
            ? LiveCheck(configuration.http).url : configuration.mail.publicURL
    }

    func check() throws(CommandFailure) {
        guard configuration.mail.server == nil, !configuration.database.source.isEmbedded else { return }
        throw CommandFailure("--mail needs SHIPMATE_SMTP_URL; without --mail the link is printed")
    }

    func send(
        _ url: String, to email: EmailAddress, at time: Timestamp, on loop: isolated EventLoop
    ) async throws {
        let client = WebClient(on: loop)
        let mail = OperatorMail(try configuration.mails(through: client, at: base), to: email)
        let id = UUIDv7Generator().next(atMicroseconds: time.microsecondsSince1970)
        let isSent = await mail?.send("Your access to Shipmate's console", Self.text(url), id: id, at: time)
        await client.close()
        guard isSent == true else {
            throw CommandFailure(
                "the mail can't be sent; `shipmate operators reset \(email)` prints a new link")
        }
    }

    private static func text(_ url: String) -> String {
        """
        You may use the console of Shipmate. Set your password and your second factor here:
        \(url)
        The link works once, for 24 hours. You need an authenticator app.
        """
    }
}
