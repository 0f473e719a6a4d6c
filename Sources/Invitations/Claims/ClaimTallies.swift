internal import Links
internal import Store

/// Claims added up: those on one link, day and platform are one row, and so are all of a day and platform.
struct ClaimTallies {
    private struct Key: Hashable {
        let code: LinkCode?
        let day: Int32
        let platform: PlatformFamily
    }

    private var sums: [Key: ClaimSums] = [:]

    var rows: [ClaimSums] { Array(sums.values) }

    /// Events that would need more rows than allowed are not counted.
    mutating func add(_ claim: ClaimSums, rowsMax: Int) {
        let all = ClaimSums(code: nil, day: claim.day, platform: claim.platform)
        for none in claim.code == nil
            ? [all] : [all, ClaimSums(code: claim.code, day: claim.day, platform: claim.platform)]
        {
            let key = Key(code: none.code, day: none.day, platform: none.platform)
            guard sums[key] != nil || sums.count < rowsMax else { return }
            sums[key, default: none].counts.merge(claim.counts, uniquingKeysWith: +)
        }
    }
}
