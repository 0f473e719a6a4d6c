/// The mailbox that an address leads to, however it is written: without `+tags`, and without dots where the
/// host ignores them.
package struct Mailbox: Hashable, Sendable, CustomStringConvertible {
    /// Hosts that ignore dots, and which of their domains are one: Google by its own answer 7436150, and
    /// Proton, whose shorter domains lead to the same mailbox.
    private static let hostsWithoutDots = [
        "gmail.com": "gmail.com", "googlemail.com": "gmail.com", "proton.me": "proton.me",
        "protonmail.com": "proton.me", "protonmail.ch": "proton.me", "pm.me": "proton.me",
    ]

    package let description: String

    package init(of address: EmailAddress) {
        let parts = address.description.split(separator: "@", maxSplits: 1)
        var (local, host) = (String(parts.first ?? ""), String(parts.last ?? ""))
        if let tag = local.firstIndex(of: "+"), tag != local.startIndex { local = String(local[..<tag]) }
        if let mainHost = Self.hostsWithoutDots[host] {
            local.removeAll { $0 == "." }
            host = mainHost
        }
        description = "\(local)@\(host)"
    }
}
