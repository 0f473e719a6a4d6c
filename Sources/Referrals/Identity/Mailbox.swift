/// The mailbox that an address leads to, however it is written: without `+tags`, and without dots where the
/// host ignores them.
package struct Mailbox: Hashable, Sendable, CustomStringConvertible {
    /// Google's own answer 7436150: dots don't matter there, and both domains are one.
    private static let hostsWithoutDots: Set<String> = ["gmail.com", "googlemail.com"]

    package let description: String

    package init(of address: EmailAddress) {
        let parts = address.description.split(separator: "@", maxSplits: 1)
        var (local, host) = (String(parts.first ?? ""), String(parts.last ?? ""))
        if let tag = local.firstIndex(of: "+"), tag != local.startIndex { local = String(local[..<tag]) }
        if Self.hostsWithoutDots.contains(host) {
            local.removeAll { $0 == "." }
            host = "gmail.com"
        }
        description = "\(local)@\(host)"
    }
}
