internal import Links
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// A link's inviter.
struct Inviters {
    let pool: PostgresPool
    /// Links whose payloads name an inviter.
    let profile: AppProfile

    /// The inviter in the payload, otherwise the link's creator; nil if neither is a user.
    ///
    /// - Parameter showsInviter: whether name and picture may be shown: only to who surely was invited.
    func invitation(
        in spec: LinkSpec, of link: Link?, showsInviter: Bool
    ) async throws(PostgresError) -> ClaimReply.Invitation? {
        guard let user = try await inviter(in: spec, of: link) else { return nil }
        var profile: UserProfile?
        if showsInviter { profile = try await pool.run(FindUserProfiles([user.uid])).first?.profile }
        return ClaimReply.Invitation(
            id: link?.code.description ?? user.referralCode.description, uid: user.uid,
            referralCode: user.referralCode,
            inviter: profile)
    }

    /// The profile of the link's creator, or of the inviter in the payload of an app's own link.
    func shown(by link: Link) async throws(PostgresError) -> UserProfile? {
        var uid = link.owner
        if uid == nil { uid = try await inviter(in: link.spec, of: link)?.uid }
        guard let uid else { return nil }
        return try await pool.run(FindUserProfiles([uid])).first?.profile
    }

    private func inviter(in spec: LinkSpec, of link: Link?) async throws(PostgresError) -> User? {
        let reference = profile.inviters(in: spec.link).lazy.compactMap { NamedReferrer($0) }.first
        let codes: [(code: ReferralCode, uid: UserID)] = try await pool.run(
            FindReferralCodes([reference?.code].compactMap(\.self)))
        let named = reference?.uid ?? codes.first?.uid
        let candidates = [named, link?.owner].compactMap(\.self)
        guard !candidates.isEmpty else { return nil }
        let users = try await pool.today(try await pool.run(FindUsersByID(candidates)))
        return candidates.lazy.compactMap { users[$0] }.first
    }
}
