import Accounts
import Referrals
import TestSupport
import Testing

@testable import Service

/// What users show of themselves.
@Suite struct ProfileTests {
    @Test func `a profile is empty at first, and replaced as a whole`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            let profiles = rig.services.profiles
            #expect(try await profiles.profile(of: anne.uid) == UserProfile())
            let whole = UserProfile(fullName: "Anne Bonny", shortName: "Anne", imageURL: nil)
            try await profiles.set(whole, of: anne.uid)
            #expect(try await profiles.profile(of: anne.uid) == whole)
            let less = UserProfile(fullName: nil, shortName: "Anne", imageURL: nil)
            try await profiles.set(less, of: anne.uid)
            #expect(try await profiles.profile(of: anne.uid) == less)
        }
    }
}
