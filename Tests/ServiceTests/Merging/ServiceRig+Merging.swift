import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts

extension ServiceRig {
    func account(_ name: String) async throws -> User {
        let user = try await signUp()
        let link = link(user, "\(name)@example.com")
        _ = try await CredentialBatch(context: context, now: now).record([link]).get()[0].get()
        return user
    }

    func merge(_ player: User, into account: User) async throws {
        let sid = try database.psql("SELECT sid FROM sessions WHERE uid = '\(player.uid)'")
        let holder = TokenHolder(uid: player.uid, sid: try #require(UUID(text: sid)), isCurrent: true)
        _ = try await MergeRun(context: context, holder: holder, accountID: account.uid, now: now).run().get()
    }
}
