import HTTP
import JSON
import Links
import TestSupport
import Testing

/// `POST /v1/invites`: a user's own invite, from the app's defaults.
struct InviteTests {
    @Test func `makes the caller's invite, with what the app offers to send`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let reply = try client.invite(token: anne.token)
            expect(reply, 201)
            #expect(reply[header: "location"] == "/v1/links/\(reply.code)")
            #expect(reply.json["referral_code"]?.string == anne.code)
            let long = reply.link["long_link"]?.string ?? ""
            #expect(long.contains("link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D\(anne.code)"))
            #expect(reply.json["message"]?["subject"] == .null)
            #expect(
                reply.json["message"]?["body"]?.string == "Join me in Pieces & Eight: \(reply.shortLink)")
            expect(try client.get("/v1/links/\(reply.code)", token: anne.token), 200)
        }
    }

    @Test func `picks the channel's text and signs it with the inviter's name`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let name: JSONValue = ["full_name": "Anne Bonny", "short_name": "Anne"]
            expect(try client.send("PUT", "/v1/users/me/profile", token: anne.token, name), 200)
            let reply = try client.invite(["channel": "email"], token: anne.token)
            expect(reply, 201)
            #expect(reply.link["channel"] == "email")
            #expect(reply.json["message"]?["subject"] == "Anne Bonny invites you to Pieces & Eight")
            #expect(
                reply.json["message"]?["body"]?.string == "Join: \(reply.shortLink) (code \(anne.code))")
        }
    }

    @Test func `the same input is the same link, other input another`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let inputs: [[String: JSONValue]] = [
                [:], ["channel": "sms"], ["campaign": "summer"], ["data": ["level": 3]],
                ["social": ["title": "Sail with me"]],
            ]
            var codes: Set<String> = []
            for input in inputs {
                let first = try client.invite(input, token: anne.token)
                expect(first, 201)
                let again = try client.invite(input, token: anne.token)
                expect(again, 200)
                #expect(again.json == first.json)
                codes.insert(first.code)
            }
            #expect(codes.count == inputs.count)
            let bens = try client.invite(token: try client.signUp().token)
            expect(bens, 201)
            #expect(!codes.contains(bens.code))
        }
    }

    @Test func `tells each mistake with its pointer`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let reply = try client.invite(
                [
                    "channel": "", "campaign": 5, "data": [], "social": ["image_link": "x"],
                    "link": "https://example.com/",
                ], token: anne.token)
            expectProblem(
                reply, 422, "validation",
                mistakes: [
                    "/channel too_short", "/campaign wrong_type", "/data wrong_type",
                    "/social/image_link invalid", "/link unknown_field",
                ])
        }
    }

    @Test func `an app without an invite link is told what to set`() async throws {
        var options = TestServer.Options.links
        options.profile?.inviteLink = nil
        try await TestServer.with(options) { server in
            let client = try server.client
            let reply = try client.invite(token: try client.signUp().token)
            expectProblem(reply, 404, "invites-off")
            #expect(reply.json["detail"]?.string?.contains("invite_link") == true)
        }
    }
}
