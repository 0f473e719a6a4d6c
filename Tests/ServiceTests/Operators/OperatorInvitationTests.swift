import Crypto
import EventLoops
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Service

/// An operator sets password and second factor.
@Suite struct OperatorInvitationTests {
    @Test func `an invitation names its operator, and is accepted once`() async throws {
        try await ServicesRig.with { rig, _ in
            let token = try await rig.invite()
            let invitation = try await rig.console.invitation(token, from: ServicesRig.home)
            #expect(invitation.email == "ben@example.com" && invitation.role == .support)
            #expect(
                invitation.uri == "otpauth://totp/Shipmate:ben%40example.com?secret=\(invitation.secret)"
                    + "&issuer=Shipmate&algorithm=SHA1&digits=6&period=30")
            let again = try await rig.console.invitation(token, from: ServicesRig.home)
            #expect(again == invitation, "a page that is opened twice shows the same")
            let totp = TOTP(secret: ServicesRig.decoded(invitation.secret))
            func accept(_ password: String, _ code: String) async throws {
                _ = try await rig.console.accept(
                    token, password: password, code: code, from: ServicesRig.home, userAgent: "")
            }
            await #expect(throws: ConsoleError.invalidPassword(.tooShort)) {
                try await accept("short", rig.code(of: totp))
            }
            await #expect(throws: ConsoleError.invalidPassword(.isEmail)) {
                try await accept("ben@example.com", rig.code(of: totp))
            }
            for code in ["", "000000", rig.code(of: totp, stepsFromNow: 5), "K7M2P-4XQ9T"] {
                await #expect(throws: ConsoleError.wrong) { try await accept(ServicesRig.password, code) }
            }
            #expect(try await rig.console.operators().map(\.hasAccepted) == [false])
            try await accept(ServicesRig.password, rig.code(of: totp))
            for _ in 0..<2 {
                await #expect(throws: ConsoleError.invitationGone) {
                    try await accept(ServicesRig.password, rig.code(of: totp, stepsFromNow: 1))
                }
            }
            await #expect(throws: ConsoleError.invitationGone) {
                try await rig.console.invitation(token, from: ServicesRig.home)
            }
            let summary = try #require(try await rig.console.operators().first)
            #expect(summary.hasAccepted && summary.lastSeenAt != nil && summary.role == .support)
            let actions = try rig.database.psql("SELECT action FROM audit_entries ORDER BY created_at")
            #expect(actions == "operators.add\noperators.accept")
        }
    }

    @Test func `two who accept at once set one password`() async throws {
        try await ServicesRig.with { rig, loop in
            let token = try await rig.invite()
            let secret = try await rig.console.invitation(token, from: ServicesRig.home).secret
            let totp = TOTP(secret: ServicesRig.decoded(secret))
            let code = rig.code(of: totp)
            let accepted = await together(4, on: loop) { number in
                let reply = try? await rig.console.accept(
                    token, password: "a parrot named \(number)", code: code, from: ServicesRig.home,
                    userAgent: "")
                return reply != nil
            }
            #expect(accepted.filter { $0 }.count == 1)
            #expect(try rig.database.psql("SELECT count(*) FROM console_sessions") == "1")
        }
    }

    @Test func `a new invitation ends the one before, and a removal ends both`() async throws {
        try await ServicesRig.with { rig, _ in
            let first = try await rig.invite()
            let again = try await rig.asOwner { try await $0.reset(ServicesRig.ben, actor: "Anne").get() }
            await #expect(throws: ConsoleError.invitationGone) {
                try await rig.console.invitation(first, from: ServicesRig.home)
            }
            try await rig.asOwner {
                try await $0.setRole(of: ServicesRig.ben, to: .manager, actor: "Anne").get()
            }
            #expect(try await rig.console.invitation(again, from: ServicesRig.home).role == .manager)
            try await rig.asOwner { try await $0.remove(ServicesRig.ben, actor: "Anne").get() }
            await #expect(throws: ConsoleError.invitationGone) {
                try await rig.console.invitation(again, from: ServicesRig.home)
            }
            _ = try await rig.invite()
            let added = try await rig.asOwner { try await $0.add(ServicesRig.ben, as: .admin, actor: "Anne") }
            guard case .failure(.alreadyAdded) = added else {
                Issue.record("added twice")
                return
            }
        }
    }

    @Test func `roles rise`() {
        #expect(OperatorRole.allCases == OperatorRole.allCases.sorted())
        #expect(OperatorRole.viewer < .support && OperatorRole.manager < .admin)
    }
}
