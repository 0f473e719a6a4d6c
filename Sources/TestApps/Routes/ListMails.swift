internal import Accounts
internal import EventLoops
internal import HTTP
internal import JSON
internal import Referrals

/// `GET …/test/mails?to=&wait=`: the mails that were sent, the oldest first. With `wait` it replies when
/// there is one.
struct ListMails {
    let app: TestApp

    func respond(to request: Request, on loop: isolated EventLoop) async throws -> Response {
        let address = request.query["to"]
        let found = try await Patience(request).until(on: loop) {
            try await app.clone.awake().driver.sendMails(on: loop)
            let mails = app.clone.mailbox.mails(to: address)
            return mails.isEmpty ? nil : mails
        }
        return .json(MailsView(mails: found ?? [], parts: (app.clone.id, app.id)))
    }
}

private struct MailsView: JSONEncodable {
    let mails: [Mailbox.Mail]
    /// The id in links, and the one to show.
    let parts: (clone: String, app: String)

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("mails")
            writer.array { writer in for mail in mails { write(mail, to: &writer) } }
        }
    }

    private func write(_ mail: Mailbox.Mail, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("to", "\(mail.content.recipient)")
            writer.member("kind", mail.content.kind.rawValue)
            writer.member("language", mail.content.language)
            writer.member("subject", mail.text.subject)
            writer.member("text", shown(mail.text.text))
            writer.member("html", shown(mail.text.html))
            writer.member("link", mail.content.link.map(shown))
        }
    }

    /// After a reset the app has another clone under its url.
    private func shown(_ text: String) -> String {
        parts.clone == parts.app ? text : text.replacing("/t/\(parts.clone)/", with: "/t/\(parts.app)/")
    }
}
