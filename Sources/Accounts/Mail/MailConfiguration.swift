package import FoundationEssentials
package import Links
package import Referrals
package import WebClient

/// How mails go out, and what their links start with.
package struct MailConfiguration: Sendable {
    package enum Way: Sendable {
        case server(MailServer, WebClient)
        /// Without a server, the operator finds each mail by its id.
        case files(@Sendable (UUID, [UInt8]) throws -> Void)
        /// A test's: it reads them by the API of its server.
        case mailbox(@Sendable (MailContent, MailText) -> Void)
    }

    package let way: Way
    package let sender: EmailAddress
    /// The start of links in mails, without a slash at the end: never from a request's host.
    package let publicURL: String
    /// The address that is warned of trouble; nil for none.
    package let operatorEmail: EmailAddress?

    package init(
        _ way: Way, from sender: EmailAddress, publicURL: String, operatorEmail: EmailAddress? = nil
    ) {
        self.operatorEmail = operatorEmail
        self.way = way
        self.sender = sender
        self.publicURL = publicURL
    }

    /// Where the link of a mail leads.
    func link(_ kind: MailKind, _ token: MailToken) -> String? {
        let page: String
        switch kind {
        case .verification, .change: page = "verify"
        case .reset: page = "reset"
        case .undo, .passwordChanged, .identityLinked, .identityUnlinked, .deletionAsked: page = "undo"
        case .deletion: page = "delete-account"
        case .release: page = "release"
        case .passwordReset, .deletionCancelled, .emailChanged, .accountChanged: return nil
        }
        return "\(publicURL)/\(page)?token=\(token.text)"
    }
}

/// A mail's content.
package struct MailContent: Sendable {
    package let kind: MailKind
    package let recipient: EmailAddress
    /// As BCP 47 has it.
    package let language: String
    package let link: String?
    /// A name in the text: a provider, the ways to sign in, or a date; nil without one.
    package let detail: String?

    package init(
        kind: MailKind, recipient: EmailAddress, language: String, link: String?, detail: String? = nil
    ) {
        self.kind = kind
        self.recipient = recipient
        self.language = language
        self.link = link
        self.detail = detail
    }
}

/// A mail in words.
package struct MailText: Equatable, Sendable {
    /// The sender: the app.
    package let app: String
    package let subject: String
    package let text: String
    package let html: String

    package init(app: String, subject: String, text: String, html: String) {
        self.app = app
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// Puts a mail into words, in the name of the app that there is.
package typealias MailComposer = @Sendable (MailContent, AppProfile?) -> MailText
