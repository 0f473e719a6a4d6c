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
}
