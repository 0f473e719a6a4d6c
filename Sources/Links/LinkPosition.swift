package import Values

/// Where a page of links, newest first, ended.
package struct LinkPosition: Equatable, Sendable {
    package let createdAt: Timestamp
    package let code: LinkCode

    package init(createdAt: Timestamp, code: LinkCode) {
        self.createdAt = createdAt
        self.code = code
    }

    /// The end of the year 9999: no link is newer.
    package static let timeMax = Timestamp(microsecondsSince1970: 253_402_300_800_000_000)

    /// Before all.
    package static let start = LinkPosition(createdAt: timeMax, code: LinkCode("z")!)
}
