internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Keeps the list of erased users as long as the database's, and erases users again that a restored
/// database contains.
final class ErasureListKeeper {
    private static let pageRows = 1_000
    /// Rows that became visible after later ones: transactions don't end in the order of their stamps.
    private static let overlapSeconds: Int64 = 600
    /// How many looks from one comparison of the whole to the next.
    private static let looksBetween = 60

    private let context: AccountsContext
    private let list: ErasureList
    /// Nil until the list was read.
    private var listed: Set<UserID>?
    private var newest: Timestamp?
    private var looks = 0
    /// The last report about the list, logged once.
    private var told: String?

    init(_ context: AccountsContext, _ list: ErasureList) {
        self.context = context
        self.list = list
    }

    func compare() async throws(PostgresError) {
        do throws(ErasureList.Trouble) {
            if listed == nil { listed = try list.read() }
        } catch {
            return tell(error)
        }
        if looks % Self.looksBetween == 0 { try await eraseAgain() }
        looks += 1
        try await write()
    }

    /// Where the database knows of fewer than the list does, it is older than the list.
    private func eraseAgain() async throws(PostgresError) {
        guard let listed, !listed.isEmpty else { return }
        let counts: [Int64] = try await context.pool.run(CountErased())
        guard let count = counts.first, count < Int64(listed.count) else { return }
        let uids = listed.sorted()
        for start in stride(from: 0, to: uids.count, by: Self.pageRows) {
            try await eraseAgain(Array(uids[start..<min(uids.count, start + Self.pageRows)]))
        }
    }

    private func eraseAgain(_ uids: [UserID]) async throws(PostgresError) {
        let (users, erasures) = try await context.pool.run(FindUsersByID(uids), FindErasures(of: uids))
        let erased = Set(erasures.filter { $0.erasedAt != nil }.map(\.uid))
        let now = context.clock.now
        let back = users.filter { !erased.contains($0.uid) }.map {
            Erasure(uid: $0.uid, askedAt: now, dueAt: now)
        }
        guard !back.isEmpty else { return }
        try await context.pool.run(AskErasures(back))
        context.log(
            LogLine(
                .warning, "the database contains users who were erased: erasing them again",
                ["users": "\(back.count)"]))
    }

    private func write() async throws(PostgresError) {
        var after = newest.map { $0.adding(seconds: -Self.overlapSeconds) } ?? Self.beginning
        var uid = UserID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        while true {
            let page = try await context.pool.run(ListErased(after: after, uid, limit: Self.pageRows))
            add(page)
            guard let last = page.last, let erasedAt = last.erasedAt else { return }
            (after, uid, newest) = (erasedAt, last.uid, erasedAt)
            if page.count < Self.pageRows { return }
        }
    }

    private func add(_ page: [Erasure]) {
        let new = page.compactMap { erasure -> (uid: UserID, erasedAt: Timestamp)? in
            guard let erasedAt = erasure.erasedAt, listed?.contains(erasure.uid) == false else { return nil }
            return (erasure.uid, erasedAt)
        }
        guard !new.isEmpty else { return }
        do throws(ErasureList.Trouble) {
            try list.add(new)
            listed?.formUnion(new.map(\.uid))
            told = nil
        } catch {
            // Read anew, for what of it there is now.
            listed = nil
            newest = nil
            tell(error)
        }
    }

    private func tell(_ trouble: ErasureList.Trouble) {
        guard told != trouble.description else { return }
        told = trouble.description
        context.log(
            LogLine(.error, "the list of erased users can't be written", ["error": trouble.description]))
    }

    private static let beginning = Timestamp(microsecondsSince1970: 0)
}
