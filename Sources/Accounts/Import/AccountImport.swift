package import Batching
internal import Crypto
internal import FoundationEssentials
package import Postgres
internal import Referrals
internal import Store
package import Values

/// Imports accounts with their external ids. They earn no rewards, because they have no referrers.
package final class AccountImport {
    package enum ImportResult: Equatable, Sendable {
        case added
        /// A user has the external id already; it stays as it is.
        case repeated
        /// Another account has the e-mail.
        case emailInUse
        /// Another user signs in with one of its identities.
        case identityInUse
        /// The password is of one kind more than there may be.
        case tooManyKinds
    }

    /// Statements of so many rows.
    package static let batchMax = 1_000
    /// How often a batch is retried after a conflict over an id, an e-mail or a code.
    private static let attemptsMax = 5

    private let pool: PostgresPool
    private let now: () -> Timestamp
    /// Of the days that are counted.
    private let zone: ProgrammeZone
    private let writesAllChanges: Bool
    private let changeIDs = UUIDv7Generator()
    private var random = RandomBuffer()
    private var schemes: Set<ForeignScheme>?

    /// - Parameters:
    ///   - pool: of connections as the owner or as the service.
    ///   - zone: the programme's.
    ///   - writesAllChanges: also changes that have no listener.
    package init(
        pool: PostgresPool, now: @escaping () -> Timestamp, zone: ProgrammeZone = .utc, writesAllChanges: Bool
    ) {
        self.pool = pool
        self.zone = zone
        self.now = now
        self.writesAllChanges = writesAllChanges
    }

    /// Adds a batch of at most `batchMax` completely or not at all; returns a result for each, in order.
    /// Repeating the call changes nothing.
    package func add(_ accounts: [ImportedAccount]) async throws(DatabaseError) -> [ImportResult] {
        try await DatabaseError.telling { () throws(PostgresError) in
            var attempts = 0
            while true {
                do throws(PostgresError) {
                    if let results = try await attempt(accounts) { return results }
                    attempts += 1
                    if attempts == Self.attemptsMax {
                        throw .decoding("other accounts with the same ids and e-mails are being changed")
                    }
                } catch {
                    attempts += 1
                    guard error.isUniqueViolation(InsertReferralCodes.constraint), attempts < Self.attemptsMax
                    else { throw error }
                }
            }
        }
    }

    /// Nil if another transaction was faster.
    private func attempt(_ accounts: [ImportedAccount]) async throws(PostgresError) -> [ImportResult]? {
        let (ids, emails, identities) = try await pool.run(
            FindExternalIDs(accounts.map(\.externalID)), FindEmailOwners(accounts.compactMap(\.email)),
            FindIdentities(accounts.flatMap(\.identities).map(\.key)))
        let kinds = try await admitted(accounts)
        var taken = Set(ids.map(\.id))
        var owned = Set(emails.map(\.email))
        var held = Set(identities.map(\.key))
        var fresh: [ImportedAccount] = []
        let results = accounts.map { account -> ImportResult in
            if taken.contains(account.externalID) { return .repeated }
            if let email = account.email, owned.contains(email) { return .emailInUse }
            if account.identities.contains(where: { held.contains($0.key) }) { return .identityInUse }
            if let scheme = account.password.scheme, !kinds.contains(scheme) { return .tooManyKinds }
            taken.insert(account.externalID)
            if let email = account.email { owned.insert(email) }
            held.formUnion(account.identities.map(\.key))
            fresh.append(account)
            return .added
        }
        return try await insert(fresh) ? results : nil
    }

    /// The kinds of hashes that may come, these accounts' among them; servers know them before the accounts.
    private func admitted(_ accounts: [ImportedAccount]) async throws(PostgresError) -> Set<ForeignScheme> {
        var known = schemes ?? []
        if schemes == nil {
            known = Set(try await pool.run(ListPasswordSchemes()).compactMap(ForeignScheme.init))
        }
        var new: [String] = []
        for scheme in accounts.compactMap(\.password.scheme)
        where !known.contains(scheme) && known.count < ForeignScheme.countMax {
            known.insert(scheme)
            new.append(scheme.text)
        }
        if !new.isEmpty { try await pool.run(InsertPasswordSchemes(new)) }
        schemes = known
        return known
    }

    /// False if another account has one of the ids or e-mails by now; then nothing is written.
    private func insert(_ accounts: [ImportedAccount]) async throws(PostgresError) -> Bool {
        guard !accounts.isEmpty else { return true }
        let users = accounts.map { user(of: $0) }
        let ids = Dictionary(uniqueKeysWithValues: zip(accounts.map(\.externalID), users.map(\.uid)))
        let verified = Set(zip(accounts, users).compactMap { $0.isEmailVerified ? $1.uid : nil })
        let credentials = zip(accounts, users).compactMap { account, user in
            account.email.map {
                CredentialRecord(
                    email: $0, uid: user.uid, passwordHash: account.password.text, createdAt: user.createdAt)
            }
        }
        let identities = zip(accounts, users).flatMap { account, user in
            account.identities.map {
                IdentityRecord(
                    uid: user.uid, provider: $0.provider, subject: $0.subject, email: nil,
                    createdAt: user.createdAt)
            }
        }
        return try await pool.transaction { transaction throws(PostgresError) in
            let (claimed, free, unheld, listeners) = try await transaction.send(
                InsertExternalIDs(ids), InsertCredentials(credentials), InsertIdentities(identities),
                ListChangeListeners())
            guard claimed.count == ids.count, free.count == credentials.count,
                unheld.count == identities.count
            else {
                await transaction.rollback()
                return false
            }
            let writes: [any Statement] = [
                InsertAccounts(users, verified: verified), InsertReferralCodes(users),
                InsertUserIdentities(identities),
            ]
            let counted = try await transaction.send(
                writes + changes(zip(accounts, users), for: listeners),
                then: LockCountedUntilOf([.users, .signUps]))
            try await transaction.commit(AddDayCounts(lateCounts(of: users, counted)))
            return true
        }
    }

    /// These users' part of the counts of days, where those have passed the users' times.
    ///
    /// - Parameter counted: the times, locked until the commit.
    private func lateCounts(of users: [User], _ counted: [LockCountedUntilOf.Row]) -> [DayCount] {
        counted.flatMap { source, until -> [DayCount] in
            guard let until else { return [] }
            let times = source == .users ? users.map(\.createdAt) : users.compactMap(\.signedUpAt)
            let days = Dictionary(grouping: times.filter { $0 < until }, by: zone.day(of:))
            return days.map {
                DayCount(measure: source.rawValue, day: $0, name: "", value: Int64($1.count))
            }
        }
    }

    /// The accounts' changes. Without listeners of their types, no text of a change is made.
    private func changes(
        _ accounts: some Sequence<(ImportedAccount, User)>, for listeners: [ChangeListener]
    ) -> [any Statement] {
        let recorder = ChangeRecorder(
            ofCommandAt: now(), ids: changeIDs, types: listeners.reduce(.none) { $0.union($1.types) },
            writesAll: writesAllChanges)
        return recorder.statements { list in
            for (account, user) in accounts {
                list.add(Change.changes(ofNew: user))
                list.add(account.providers.map { Change.linked($0, to: user.uid, at: user.createdAt) })
            }
        }
    }

    /// Its uid is as old as the account: lists of users go by that.
    private func user(of account: ImportedAccount) -> User {
        let milliseconds = UInt64(clamping: account.createdAt.microsecondsSince1970 / 1_000)
        let uid = UUID(
            high: milliseconds << 16 | 0x7000 | random.next() & 0xFFF, low: random.next() >> 2 | 1 << 63)
        return User(
            uid: UserID(uid), email: account.email, referralCode: .random(),
            signedUpAt: account.isSignedUp ? account.createdAt : nil, lastSignInAt: account.lastSignInAt,
            createdAt: account.createdAt, externalID: account.externalID)
    }
}

extension ImportedAccount {
    /// Its ways to sign in, as changes name them.
    fileprivate var providers: [String] {
        let password = email != nil && password.isThere ? ["password"] : []
        return ["external_id"] + password + identities.map(\.provider)
    }
}

extension StoredPassword {
    fileprivate var scheme: ForeignScheme? {
        if case .foreign(let hash) = self { hash.scheme } else { nil }
    }
}
