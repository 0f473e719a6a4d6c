import Accounts
import Crypto
import HTTP
import Referrals
import TestSupport
import Testing

@testable import Console

/// Operators: the invitation, the second factor, and what each role may.
struct ConsoleOperatorTests {
    private static let password = "a parrot named Sam"

    /// One who has accepted an invitation; the cookie is set.
    static func accepted(
        _ server: TestServer, _ name: String, as role: OperatorRole
    ) async throws -> (client: ConsoleClient, secret: [UInt8], page: String) {
        let email = try #require(EmailAddress("\(name)@example.com"))
        let token = try await server.invitation(email, as: role)
        let client = try ConsoleClient(server)
        let page = try client.get("/admin/invitation?token=\(token)")
        #expect(page.status == 200 && page.text.contains(email.description))
        let secret = try #require(Self.secret(on: page.text))
        let weak = try client.submit(
            "/admin/invitation", ["token": token, "password": "short", "code": try code(of: secret, server)])
        #expect(weak.status == 422 && weak.text.contains("too short"))
        let wrong = try client.submit(
            "/admin/invitation", ["token": token, "password": Self.password, "code": "000000"])
        #expect(wrong.status == 422 && wrong.text.contains("The code is wrong"))
        let done = try client.submit(
            "/admin/invitation",
            ["token": token, "password": Self.password, "code": try code(of: secret, server)])
        guard done.status == 200, client.cookie != nil else {
            throw ConsoleFailure(description: "not accepted: \(done.status)")
        }
        #expect(try ConsoleClient(server).get("/admin/invitation?token=\(token)").status == 410)
        return (client, secret, done.text)
    }

    /// The secret that the page shows for those who can't scan.
    private static func secret(on page: String) -> [UInt8]? {
        guard let range = page.firstRange(of: "<code>") else { return nil }
        let text = page[range.upperBound...].prefix { $0 != "<" }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            (bits, count) = (bits << 5 | UInt32(value), count + 5)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        TestSecrets.note(String(text))
        return bytes
    }

    static func code(of secret: [UInt8], _ server: TestServer, stepsLater steps: Int64 = 0) throws -> String {
        let seconds = try server.database.psql("SELECT extract(epoch FROM clock_timestamp())::bigint")
        return TOTP(secret: secret).code(atStep: TOTP.step(at: Int64(seconds) ?? 0) + steps)
    }

    @Test func `an invited operator signs in with a second factor, or once with a recovery code`()
        async throws
    {
        try await TestServer.with { server in
            let (client, secret, page) = try await Self.accepted(server, "anne", as: .support)
            #expect(try client.get("/admin").text.contains("anne@example.com"))
            let other = try ConsoleClient(server)
            var fields = ["email": "anne@example.com", "password": Self.password, "code": "000000"]
            #expect(try other.submit("/admin/sign-in", fields).status == 401)
            fields["code"] = try Self.code(of: secret, server, stepsLater: 1)
            #expect(try other.submit("/admin/sign-in", fields).status == 303)
            #expect(try other.submit("/admin/sign-in", fields).status == 401)
            let range = try #require(page.firstRange(of: "<li><code>"))
            fields["code"] = String(page[range.upperBound...].prefix { $0 != "<" })
            #expect(try ConsoleClient(server).submit("/admin/sign-in", fields).status == 303)
            #expect(try ConsoleClient(server).submit("/admin/sign-in", fields).status == 401)
            // The first session ends the others from its list.
            let account = try client.get("/admin/account").text
            let paths = account.ranges(of: "/admin/account/sessions/").map { range in
                "/admin/account/sessions/" + account[range.upperBound...].prefix { $0 != "\"" }
            }
            #expect(paths.count == 2)
            let token = try client.formToken()
            for path in paths {
                #expect(try client.submit(path, ["form_token": token]).status == 303)
            }
            #expect(try other.get("/admin").status == 303)
            #expect(try client.get("/admin").status == 200)
        }
    }

    @Test func `each role may what the table of rights says`() async throws {
        try await TestServer.with { server in
            for role in OperatorRole.allCases {
                let (client, _, _) = try await Self.accepted(server, role.rawValue, as: role)
                for section in Section.allCases {
                    let status = section.right.isHeld(by: role) ? 200 : 403
                    #expect(try client.get(section.path).status == status, "\(role) \(section)")
                }
                let token = try client.formToken()
                for action in [
                    ModeratePlayer(), EndPlayerSessions(), AdjustBalance(), DecideReviews(), ReverseReward(),
                    ApproveChange(), RefuseChange(), WithdrawChange(),
                    WriteNote(), RefundRedemption(), ErasePlayer(), CreateWebhook(), ChangeWebhook(),
                    RotateWebhookSecret(), EnableWebhook(), RemoveWebhook(), TestWebhook(), ReplayWebhook(),
                    ResendDelivery(), CreateLink(), SwitchLink(),
                ] as [any ConsoleAction] {
                    let path = action.path.replacing("{uid}", with: newID()).replacing("{id}", with: newID())
                        .replacing("{code}", with: "summer")
                    let reply = try client.submit(path, ["form_token": token, "reason": "x"])
                    #expect((reply.status == 403) != action.right.isHeld(by: role), "\(role) \(path)")
                }
            }
        }
    }

    @Test func `operators and rights are files, too`() async throws {
        try await TestServer.with { server in
            let (client, _, _) = try await Self.accepted(server, "anne", as: .admin)
            let operators = try client.get("/admin/keys?format=csv&table=operators").text
            #expect(operators.contains("anne@example.com,Admin,"))
            let rights = try client.get("/admin/keys?format=csv&table=rights").text
            #expect(rights.contains("See the overview,Yes,Yes,Yes,Yes\r\n"))
            #expect(try client.get("/admin/keys?format=csv").text.hasPrefix("\u{FEFF}Name,"))
        }
    }
}
