internal import Accounts
internal import EventLoops

/// The mails that an app has sent.
final class Mailbox: Sendable {
    struct Mail: Sendable {
        let content: MailContent
        let text: MailText
    }

    /// Older ones are forgotten.
    private static let mailsMax = 10_000

    private let mails = Locked<[Mail]>([])

    func keep(_ content: MailContent, _ text: MailText) {
        mails.withLock { mails in
            if mails.count == Self.mailsMax { mails.removeFirst() }
            mails.append(Mail(content: content, text: text))
        }
    }

    /// Those to an address, or all; the oldest first.
    func mails(to address: String?) -> [Mail] {
        mails.withLock { mails in
            guard let address else { return mails }
            return mails.filter { "\($0.content.recipient)".lowercased() == address.lowercased() }
        }
    }

    var count: Int { mails.withLock { $0.count } }
}
