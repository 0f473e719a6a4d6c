import EventLoops
import FoundationEssentials
import Links
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Invitations

@Suite struct InviteTests {
    @Test func `the same input gives the same link, also to many at once`() async throws {
        try await LinkRig.with { rig, loop in
            let anne = try await rig.service.signUp()
            let request = NewInvite(inviter: anne.uid, channel: "sms", campaign: "summer")
            let invites = await together(20, on: loop) { _ in try? await rig.links.invite(request) }
            #expect(Set(invites.map { $0?.link.code }).count == 1)
            #expect(invites.filter { $0?.isNew == true }.count == 1)
            let ben = try await rig.service.signUp()
            var others: [LinkCode] = []
            for other in [
                NewInvite(inviter: ben.uid, channel: "sms", campaign: "summer"),
                NewInvite(inviter: anne.uid, channel: "sms"),
                NewInvite(inviter: anne.uid, channel: "sms", data: LinkData(json: #"{"a":1}"#)),
            ] {
                others.append(try await rig.links.invite(other).link.code)
            }
            #expect(Set(others + invites.compactMap { $0?.link.code }).count == 4)
        }
    }

    @Test func `the payload names who invites, and the texts are filled in once`() async throws {
        try await LinkRig.with { rig, _ in
            let anne = try await rig.service.signUp()
            let profile = UserProfile(fullName: "Anne {code}")
            try await ProfileService(rig.service.context).set(profile, of: anne.uid)
            let invite = try await rig.links.invite(NewInvite(inviter: anne.uid, channel: "email"))
            let code = anne.referralCode.description
            #expect(invite.link.spec.link.description == "https://example.com/join?invitedby=\(code)")
            #expect(invite.link.owner == anne.uid)
            #expect(invite.text.subject == "Anne {code} invites you to Pieces & Eight")
            #expect(invite.text.body == "Join: \(invite.link.shortLink) (code \(code))")
            let other = try await rig.links.invite(NewInvite(inviter: anne.uid, channel: "pigeon"))
            #expect(other.text.body == "Join me in Pieces & Eight: \(other.link.shortLink)")
        }
    }

    @Test func `nobody's invite is refused`() async throws {
        try await LinkRig.with { rig, _ in
            let nobody = NewInvite(inviter: UserID(UUID()))
            await #expect(throws: LinkError.userNotFound) { try await rig.links.invite(nobody) }
        }
    }
}
