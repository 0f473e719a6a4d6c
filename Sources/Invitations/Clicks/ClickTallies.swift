internal import Links
internal import Store
internal import Values

/// Clicks that are in statistics alone, added up: those on one link, day and platform are one row.
struct ClickTallies {
    private struct Key: Hashable {
        let code: LinkCode
        let day: Int32
        let platform: PlatformFamily
    }

    private var sums: [Key: LinkClicks] = [:]
    /// With those on links without a code, which are in no statistics.
    private(set) var clickCount = 0

    var rows: [LinkClicks] { Array(sums.values) }

    /// False when the click needs a row more than there may be.
    mutating func add(_ click: Click, in zone: ProgrammeZone, rowsMax: Int) -> Bool {
        if let clicks = LinkClicks(click, in: zone) {
            let key = Key(code: clicks.code, day: clicks.day, platform: clicks.platform)
            guard sums[key] != nil || sums.count < rowsMax else { return false }
            sums[key, default: clicks.none].add(clicks)
        }
        clickCount += 1
        return true
    }
}

extension LinkClicks {
    /// A click's statistics; nil for a link without a code.
    init?(_ click: Click, in zone: ProgrammeZone) {
        guard let code = click.code else { return nil }
        self.init(
            code: code, day: zone.day(of: click.at), platform: click.platform.family, clicks: 1,
            redirects: click.isRedirected ? 1 : 0)
    }

    fileprivate var none: LinkClicks { LinkClicks(code: code, day: day, platform: platform) }

    fileprivate mutating func add(_ other: LinkClicks) {
        clicks += other.clicks
        redirects += other.redirects
    }
}
