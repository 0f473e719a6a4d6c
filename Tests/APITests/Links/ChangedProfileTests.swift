import API
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// The app's profile, replaced while links are open.
struct ChangedProfileTests {
    @Test func `links lead where the profile now says, known ones too, and prefixes come and go`()
        async throws
    {
        try await OpeningTests.withLinks { server, client, key in
            let link = try client.shorten(token: key)
            let (host, code) = ("go.example.com", link.split(separator: "/").last ?? "")
            // Three times, so that each loop remembers where it leads.
            for _ in 0..<3 {
                for client in [client, try server.client] {
                    let location = try client.visit(link, as: UserAgent.android)[header: "location"]
                    #expect(location?.contains("id=com.example.game") == true)
                }
            }
            var profile = AppProfile.test
            profile.android[0].packageName = "com.example.other"
            profile.prefixes.append(try #require(LinkPrefix("https://new.example.com")))
            profile.prefixes.removeFirst()
            await server.replace(profile: profile)
            for client in [client, try server.client] {
                for host in ["new.example.com", "example.com/invite"] {
                    let reply = try client.visit("https://\(host)/\(code)", as: UserAgent.android)
                    #expect(reply[header: "location"]?.contains("id=com.example.other") == true)
                }
                #expect(try client.visit("https://\(host)/\(code)").status == 404)
            }
            let made = try client.makeLink(["domain_uri_prefix": "https://go.example.com"], token: key)
            #expect(made.status == 422 || made.status == 400, "\(made.text)")
            expect(try client.get("/health/ready"), 200)
        }
    }

    @Test func `links that were off stay off`() async throws {
        try await TestServer.with { server in
            await server.replace(profile: .test)
            expectProblem(try server.client.get("/applink"), 404, "links-off")
        }
    }
}
