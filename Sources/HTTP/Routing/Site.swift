internal import Basics

/// Routes that exist on one host alone, beside those that exist on all.
package struct Site {
    /// In lower case, without a port.
    package let host: String
    package let routes: [Route]
    /// The reply to a missing route for clients that accept HTML; all others get problem details.
    package let page: ProblemForm

    package init(host: String, routes: [Route], page: ProblemForm = .problemDetails) {
        self.host = host
        self.routes = routes
        self.page = page
    }
}

/// Sites by their hosts, found without making a string of the one that is asked.
struct SiteTable {
    struct Entry {
        fileprivate let host: [UInt8]
        let root: RouteNode
        let page: ProblemForm
    }

    private var sites: [Entry] = []
    /// All of them; nil for none.
    let hosts: String?

    /// Two sites of one host are a programmer's mistake and end the process.
    init(_ sites: [Site]) {
        hosts = sites.isEmpty ? nil : sites.map(\.host).joined(separator: ", ")
        for site in sites {
            let host = Array(site.host.utf8)
            precondition(!self.sites.contains { $0.host == host }, "two sites on \(site.host)")
            self.sites.append(Entry(host: host, root: RouteNode(site.routes), page: site.page))
        }
    }

    /// The site of the host that `head` asks for, in any case and on any port.
    func entry(for head: RequestHead) -> Entry? {
        guard !sites.isEmpty, let range = head.target.authority ?? head.headers.firstRange("host") else {
            return nil
        }
        let source = head.headers.bytes
        let bytes = source.span
        let host = withoutPort(bytes, range)
        for site in sites where isEqual(bytes, host, site.host) { return site }
        return nil
    }

    private func withoutPort(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1].isDigit { end -= 1 }
        guard end > range.lowerBound, bytes[end - 1] == UInt8(ascii: ":") else { return range }
        return range.lowerBound..<(end - 1)
    }

    private func isEqual(_ bytes: Span<UInt8>, _ range: Range<Int>, _ host: [UInt8]) -> Bool {
        guard range.count == host.count else { return false }
        for index in 0..<host.count where bytes[range.lowerBound + index].lowercased != host[index] {
            return false
        }
        return true
    }
}
