internal import API
internal import Accounts
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals
internal import WebClient

extension Configuration {
    static let mailSettings: [Setting] = [
        smtp,
        .text(
            "SHIPMATE_MAIL_FROM", \.mail.sender, default: "",
            "the sender's address; required with SHIPMATE_SMTP_URL"),
        publicURL,
        .text(
            "SHIPMATE_MAIL_TEMPLATES", \.mail.templatesDirectory, default: "",
            "a folder with your own mail texts, such as reset.en.txt and reset.en.html"),
        operatorEmail,
    ]

    private static let operatorEmail = Setting(
        name: "SHIPMATE_OPERATOR_EMAIL", fallback: "", fallbackMeaning: "none",
        help: "the address that gets a mail when a webhook has failed for a day, and when it is disabled"
    ) { configuration, text in
        configuration.mail.operatorEmail = text
        return text.isEmpty || EmailAddress(text) != nil ? nil : "an e-mail address"
    } show: {
        $0.mail.operatorEmail
    }

    private static let smtp = Setting(
        name: "SHIPMATE_SMTP_URL", fallback: "",
        fallbackMeaning: "files beside the embedded PostgreSQL, otherwise no mails",
        help: "the mail server: smtps://user:password@host:465, or smtp://host:587 with STARTTLS",
        isSecret: true
    ) { configuration, text in
        guard !text.isEmpty else { return nil }
        guard let server = MailServer(url: text) else {
            return "smtps://user:password@host:465 or smtp://host:587, ?tls=off on loopback only, ?ca=FILE"
        }
        configuration.mail.server = server
        return nil
    } show: {
        $0.mail.server.map { "\($0.host):\($0.port)" } ?? ""
    }

    private static let publicURL = Setting(
        name: "SHIPMATE_PUBLIC_URL", fallback: "", fallbackMeaning: "this machine's address, for trials",
        help: "the start of links in mails, such as https://api.example.com"
    ) { configuration, text in
        configuration.mail.publicURL = text.hasSuffix("/") ? String(text.dropLast()) : text
        let isGood = text.hasPrefix("https://") || text.hasPrefix("http://")
        return text.isEmpty || isGood && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3F }
            ? nil : "https://host, without a query"
    } show: {
        $0.mail.publicURL
    }

    /// Mistakes of several settings together.
    var mailMistakes: [ConfigurationMistake] {
        guard mail.server != nil else { return [] }
        let missing =
            (EmailAddress(mail.sender) == nil ? ["SHIPMATE_MAIL_FROM"] : [])
            + (mail.publicURL.isEmpty ? ["SHIPMATE_PUBLIC_URL"] : [])
        return missing.map {
            let isSender = $0 == "SHIPMATE_MAIL_FROM"
            return ConfigurationMistake(
                name: $0, value: isSender ? mail.sender : "",
                allowed: isSender
                    ? "an e-mail address, with SHIPMATE_SMTP_URL" : "set, with SHIPMATE_SMTP_URL")
        }
    }

    /// How mails go out; nil where they don't.
    ///
    /// - Parameter url: where this server is, unless links in mails are to say otherwise.
    func mails(through client: WebClient?, at url: String) throws -> MailConfiguration? {
        let base = mail.publicURL.isEmpty ? url : mail.publicURL
        if let server = mail.server, let client, let sender = EmailAddress(mail.sender) {
            return MailConfiguration(
                .server(server, client), from: sender, publicURL: base,
                operatorEmail: EmailAddress(mail.operatorEmail))
        }
        guard database.source.isEmbedded else { return nil }
        let folder = MailFolder(path: dataDirectory + "/mail")
        return MailConfiguration(
            .files { id, message in try folder.write(message, as: id) },
            from: EmailAddress(mail.sender) ?? MailFolder.sender, publicURL: base,
            operatorEmail: EmailAddress(mail.operatorEmail))
    }

    /// The mails that are in other words than ours.
    func mailTemplates() throws(ConfigurationMistakes) -> MailTemplates {
        let folder = mail.templatesDirectory
        guard !folder.isEmpty else { return MailTemplates() }
        func mistake(_ detail: String) -> ConfigurationMistake {
            ConfigurationMistake(name: "SHIPMATE_MAIL_TEMPLATES", value: folder, allowed: detail)
        }
        guard Files.isDirectory(folder) else {
            throw ConfigurationMistakes(all: [mistake("must be a folder")])
        }
        var files: [String: [UInt8]] = [:]
        for name in Files.names(in: folder) where !name.hasPrefix(".") {
            files[name] = try Self.bytes(of: "\(folder)/\(name)", bytesMax: 262_144) {
                mistake("\($0): \($1)")
            }
        }
        do throws(MailTemplates.Mistakes) {
            return try MailTemplates(files)
        } catch {
            throw ConfigurationMistakes(all: error.all.map(mistake))
        }
    }
}

/// The folder of unsent mails, a file each, so that everything can be tried on one machine.
struct MailFolder: Sendable {
    static let sender = EmailAddress("no-reply@shipmate.localhost")!

    let path: String

    /// Doesn't wait for the disk: it is called on a loop that serves.
    func write(_ message: [UInt8], as id: UUID) throws {
        try Files.makeDirectory(path, mode: 0o700)
        try Files.replace(
            "\(path)/\(id.uuidString.lowercased()).eml", with: String(decoding: message, as: UTF8.self),
            mode: 0o600, syncs: false)
    }
}
