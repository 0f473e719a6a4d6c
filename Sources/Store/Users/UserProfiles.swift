internal import Links
package import Postgres
package import Referrals
package import Values

/// These users' profiles; users without one are omitted.
package struct FindUserProfiles: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, full_name, short_name, image_url, is_public FROM user_profiles
            WHERE uid = ANY ($1::uuid[])
        """
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(
        _ row: inout RowReader
    ) throws(PostgresError) -> (uid: UserID, profile: UserProfile) {
        let uid = try row.readUserID()
        return (
            uid,
            UserProfile(
                fullName: try row.read(), shortName: try row.read(),
                imageURL: try row.readOptional { try? WebURL($0) }, isPublic: try row.read())
        )
    }
}

/// Keeps what a user shows of itself, instead of what it showed before.
package struct SetUserProfile: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO user_profiles (uid, full_name, short_name, image_url, is_public)
        SELECT u.uid, $2, $3, $4, $5 FROM users AS u WHERE u.uid = $1 AND \(UserRow.isThere)
        ON CONFLICT ON CONSTRAINT user_profiles_pkey DO UPDATE SET full_name = excluded.full_name,
            short_name = excluded.short_name, image_url = excluded.image_url,
            is_public = excluded.is_public
        """
    package let parameters: Parameters

    package init(_ profile: UserProfile, of uid: UserID) {
        parameters = Parameters(
            uid, profile.fullName, profile.shortName, profile.imageURL?.description, profile.isPublic)
    }
}
