import HTTP
import JSON
import TestSupport
import Testing

/// Replies about identities and issuers' tokens are as the description says.
struct DescribedIdentityTests {
    @Test func `linking, signing in, taking off, and an issuer's own players`() async throws {
        try await IdentityCast.with(isBearer: true) { cast in
            let caller = try DescribedClient(cast.server)
            let tokens = try cast.issuer.tokens(of: ["ben", "anne", "carl"])
            let (ben, anne) = (try cast.client.signUp(), try cast.client.signUp())
            let (path, users) = ("/v1/users/me/identities/{provider}", "/v1/users/me")
            let ours = ["provider": "ours"]
            for (user, token, status) in [
                (ben, tokens[0], 200), (ben, tokens[0], 200), (ben, tokens[1], 409), (anne, tokens[0], 409),
                (ben, "x", 401), (ben, "", 422),
            ] {
                try caller.send(
                    "PUT", path, status, values: ours, token: user.token, ["id_token": .string(token)])
            }
            try caller.send(
                "PUT", path, 404, values: ["provider": "none"], token: ben.token, ["id_token": "x"])
            try caller.send("PUT", path, 401, values: ours, ["id_token": "x"])
            for (provider, token, status) in [
                ("ours", tokens[0], 200), ("ours", tokens[1], 404), ("none", tokens[0], 404),
                ("ours", "x", 401), ("ours", "", 422),
            ] {
                try caller.send(
                    "POST", "/v1/sessions", status,
                    ["provider": .string(provider), "id_token": .string(token)])
            }
            try caller.send("POST", "/v1/sessions", 422, ["id_token": .string(tokens[0])])
            try caller.send("POST", "/v1/sessions", 422, ["provider": "ours"])
            try caller.send("DELETE", path, 409, values: ours, token: ben.token)
            try caller.send("DELETE", path, 204, values: ["provider": "none"], token: ben.token)
            try caller.send("GET", users, 401, token: tokens[2])
            for _ in 0..<2 {
                try caller.send(
                    "POST", "/v1/users", 201, token: tokens[2], ["referred_by": .string(ben.code)])
            }
            try caller.send("POST", "/v1/users", 401, token: "x", [:])
            try caller.send("GET", users, 200, token: tokens[2])
            try caller.send("GET", users + "/sessions", 200, token: tokens[2])
            try caller.send("DELETE", "/v1/sessions/current", 403, token: tokens[2])
            try caller.send("GET", users + "/export", 200, token: tokens[2])
            try caller.send("DELETE", users, 403, token: ben.token)
            try caller.send("DELETE", users, 403, token: tokens[2])
            let proof: JSONValue = ["provider": "ours", "id_token": .string(tokens[2])]
            try caller.send("DELETE", users, 202, token: tokens[2], ["proof": proof])
        }
    }
}
