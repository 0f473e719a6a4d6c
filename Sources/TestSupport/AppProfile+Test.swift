package import Links

extension AppProfile {
    /// A game on two prefixes, with an app in each store.
    package static let test: AppProfile = {
        do { return try made() } catch { preconditionFailure("the tests' profile: \(error)") }
    }()

    private static func made() throws -> AppProfile {
        let prefixes = ["https://go.example.com", "https://example.com/invite"].compactMap { LinkPrefix($0) }
        var profile = AppProfile(name: "Pieces & Eight", prefixes: prefixes)
        profile.android = [
            AndroidApp(
                packageName: "com.example.game",
                fingerprints: [Array(repeating: "AB", count: 32).joined(separator: ":")],
                customScheme: "examplegame")
        ]
        profile.ios = [
            IOSApp(
                bundleID: "com.example.game", prefix: "ABCDE12345", appStoreID: "1234567890",
                customScheme: "examplegame")
        ]
        profile.inviteLink = try WebURL("https://example.com/join")
        profile.inviteTexts = [
            "default": InviteText(body: "Join me in {app}: {link}"),
            "email": InviteText(subject: "{name} invites you to {app}", body: "Join: {link} (code {code})"),
        ]
        profile.social.title = "Pieces & Eight"
        profile.social.description = "Sail with friends."
        profile.social.imageLink = try WebURL("https://example.com/card.png")
        profile.allowedPatterns = [
            try URLPattern(#"^https://example\.com(/.*)?(\?.*)?$"#),
            try URLPattern(#"^https://(apps\.apple|play\.google)\.com/.*$"#),
        ]
        profile.legacyKeys.firebaseAPIKeys = ["AIzaTestKey"]
        profile.legacyKeys.branchKeys = ["key_live_test"]
        // SHA-256 of `secret_live_test`.
        profile.legacyKeys.branchSecretHashes = [
            "665f65bf8a6b7e48de3b2fd51936a2b761121fd579bf2c7ec313299a29f1ac63"
        ]
        return profile
    }
}
