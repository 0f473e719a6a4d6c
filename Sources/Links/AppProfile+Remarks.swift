extension AppProfile {
    /// Advice on a valid file for the operator.
    package var remarks: [String] {
        brand.remarks + [secretRemark, cardRemark].compactMap(\.self)
    }

    private var secretRemark: String? {
        guard !legacyKeys.branchSecretHashes.isEmpty else { return nil }
        return """
            legacy_keys.branch_secrets_sha256: these secrets don't expire. Replace them with an API key: \
            shipmate keys create --scope branch
            """
    }

    private var cardRemark: String? {
        guard playerCards == nil else { return nil }
        return """
            player_cards is not set: a player's link shows its own title, text and image on your domain. \
            Choose own_pictures, none or any
            """
    }
}
