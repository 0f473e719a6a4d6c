/// A server that takes mails, and how it is spoken to.
package struct MailServer: Sendable, Equatable {
    package enum Security: Sendable, Equatable {
        /// From the first byte on.
        case tls
        /// From `STARTTLS` on, without which nothing is said.
        case startTLS
        case none
    }

    package struct Login: Sendable, Equatable {
        package let user: String
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// A name or an address, without brackets.
    package let host: String
    package let port: Int
    package let security: Security
    package let login: Login?
    package var trust = Trust.system

    package init(host: String, port: Int, security: Security, login: Login?) {
        self.host = host
        self.port = port
        self.security = security
        self.login = login
    }
}

/// A mail on its way to a server.
package struct OutgoingMail: Sendable {
    package let server: MailServer
    package let sender: String
    package let recipient: String
    /// As RFC 5322 has it, in lines that end with CR and LF.
    package let message: [UInt8]
    /// For the whole.
    package var deadlineMilliseconds = 60_000
    package var connectMillisecondsMax = 15_000

    package init(through server: MailServer, from sender: String, to recipient: String, message: [UInt8]) {
        self.server = server
        self.sender = sender
        self.recipient = recipient
        self.message = message
    }
}
