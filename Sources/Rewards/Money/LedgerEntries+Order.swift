internal import Referrals

extension [[LedgerEntry]] {
    /// Lists that are in order each, as one.
    func newestFirst(limit: Int) -> [LedgerEntry] {
        guard count > 1 else { return first ?? [] }
        var rest = map { $0[...] }
        var entries: [LedgerEntry] = []
        while entries.count < limit {
            let next = rest.indices.filter { !rest[$0].isEmpty }
                .max { rest[$0].first!.createdAt < rest[$1].first!.createdAt }
            guard let next else { break }
            entries.append(rest[next].removeFirst())
        }
        return entries
    }
}
