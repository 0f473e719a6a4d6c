internal import Links
package import Postgres
package import Referrals
package import Values

/// What these users show of themselves; those who never said are left out.
package struct FindUserProfiles: Statement {
    package static let sql = """
        SELECT uid, full_name, short_name, image_url, is_public FROM user_profiles WHERE uid = ANY ($1::uuid[])
        """
    let uids: [UserID]

    package init(_ uids: [UserID]) {
        self.uids = uids
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uids)
    }

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

/// Keeps what a user shows of itself, in place of what it showed before.
package struct SetUserProfile: Statement {
    package static let sql = """
        INSERT INTO user_profiles (uid, full_name, short_name, image_url, is_public)
        SELECT u.uid, $2, $3, $4, $5 FROM users AS u WHERE u.uid = $1 AND \(UserRow.isThere)
        ON CONFLICT ON CONSTRAINT user_profiles_pkey DO UPDATE SET full_name = excluded.full_name,
            short_name = excluded.short_name, image_url = excluded.image_url,
            is_public = excluded.is_public
        """
    let uid: UserID
    let profile: UserProfile

    package init(_ profile: UserProfile, of uid: UserID) {
        self.uid = uid
        self.profile = profile
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(profile.fullName)
        parameters.add(profile.shortName)
        parameters.add(profile.imageURL?.description)
        parameters.add(profile.isPublic)
    }
}
