internal import EventLoops

/// A mail server as others run them, aiosmtpd, which keeps what it takes.
package final class TestMailServer: Sendable {
    package enum Security: String, Sendable {
        case none, starttls, tls
    }

    /// The behaviour towards clients.
    package enum Behaviour: String, Sendable {
        case accept
        /// No mailbox is known.
        case refuse
        /// The first recipient is refused, all later are not.
        case once
        /// A mail that was sent whole is never answered.
        case slow
        /// The connection ends in the middle of a mail.
        case cut
    }

    package let outside: OutsideServer
    /// Those that were read so far: tests look often, and decoding takes long.
    let decoded = Locked<[TestMail]>([])

    /// - Parameter login: the user and the password that are wanted, a blank between.
    package init(_ security: Security = .none, by authority: TestAuthority? = nil, login: String? = nil)
        throws
    {
        outside = try OutsideServer(
            PackageResources.smtp_py, [security.rawValue], by: authority,
            files: login.map { ["login": $0] } ?? [:])
    }

    package var port: UInt16 { outside.port }

    package func behave(_ behaviour: Behaviour) throws {
        try outside.set("behaviour", to: behaviour.rawValue)
    }

    /// The mails so far, each as it came below four lines of the server's.
    package var mails: [String] {
        var mails: [String] = []
        while let mail = mail(number: mails.count + 1) { mails.append(mail) }
        return mails
    }

    /// The mail that came as the first, the second and so on.
    func mail(number: Int) -> String? { outside.text(of: "\(number).eml") }
}
