/// Domains with mailboxes for ten minutes that need no registration.
package struct DisposableDomains: Equatable, Sendable {
    /// The built-in list: the most frequent ones.
    package static let builtIn = DisposableDomains(
        names: [
            "10minutemail.com", "dispostable.com", "discard.email", "emailondeck.com", "fakeinbox.com",
            "getairmail.com", "getnada.com", "guerrillamail.com", "guerrillamail.info", "mail-temp.com",
            "mailcatch.com", "maildrop.cc", "mailinator.com", "mailnesia.com", "mintemail.com",
            "mohmal.com", "sharklasers.com", "spamgourmet.com", "temp-mail.org", "tempail.com",
            "tempmail.com", "tempmailo.com", "throwawaymail.com", "trashmail.com", "yopmail.com",
        ])

    private let names: Set<String>

    private init(names: Set<String>) {
        self.names = names
    }

    /// One a line; what follows a `#` is a remark. Also as others write them: `@name`, `*.name`, `name.`, and
    /// behind a byte order mark.
    package init(lines text: String) {
        let names = text.split(whereSeparator: \.isNewline).map { line in
            line.prefix { $0 != "#" }.filter { !$0.isWhitespace && $0 != "\u{FEFF}" }.lowercased()
                .drop { "@*.".contains($0) }.split(separator: ".").joined(separator: ".")
        }
        self.names = Set(names.filter { !$0.isEmpty })
    }

    package var count: Int { names.count }

    /// Also where only a domain above the address's is named.
    package func contains(_ address: EmailAddress) -> Bool {
        guard var name = address.description.split(separator: "@", maxSplits: 1).last else { return false }
        while true {
            if names.contains(String(name)) { return true }
            guard let dot = name.firstIndex(of: ".") else { return false }
            name = name[name.index(after: dot)...]
        }
    }
}
