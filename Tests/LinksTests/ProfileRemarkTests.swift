import Links
import TestSupport
import Testing

struct ProfileRemarkTests {
    @Test func `secrets of the profile are to be replaced by a key`() {
        var profile = AppProfile.test
        #expect(profile.remarks.contains { $0.contains("shipmate keys create --scope branch") })
        profile.legacyKeys.branchSecretHashes = []
        #expect(!profile.remarks.contains { $0.contains("branch_secrets_sha256") })
    }

    @Test func `a profile that doesn't choose players' cards is told to`() {
        var profile = AppProfile.test
        #expect(profile.remarks.contains { $0.contains("player_cards is not set") })
        for cards in AppProfile.PlayerCards.allCases {
            profile.playerCards = cards
            #expect(!profile.remarks.contains { $0.contains("player_cards") })
        }
    }
}
