import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import shipmate

/// Accounts as `firebase auth:export` writes them, and of other systems, into a server that runs.
@Suite struct ImportUsersTests {
    private static let json = """
        {"users": [
        {
          "localId": "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2",
          "email": "User1@test.com",
          "emailVerified": false,
          "passwordHash": "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
          "salt": "42xEC+ixf3L2lw==",
          "displayName": "Test {User} [1] \\"}",
          "lastSignedInAt": "1608893925000",
          "createdAt": "1508893925000",
          "providerUserInfo": []
        },
        {
          "localId": "google", "email": "anne@example.com", "emailVerified": true,
          "lastSignedInAt": "1408893925000", "createdAt": "1508893925001",
          "providerUserInfo": [{"providerId": "google.com", "rawId": "117", "email": "anne@example.com"}]
        },
        {"localId": "anonymous", "createdAt": "1508893925002", "providerUserInfo": []},
        {"localId": "phone", "phoneNumber": "+491700000000", "createdAt": "1508893925003"}
        ]}
        """

    @Test func `Firebase's accounts keep ids, e-mails, passwords and their age`() async throws {
        try await AccountFiles.with(Self.json) { files in
            #expect(try await files.run() == nil)
            #expect(
                try files.users() == [
                    "anonymous f 1508893925002", "google anne@example.com t verified 1508893925001",
                    "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2 user1@test.com t 1508893925000 1608893925000",
                    "phone t 1508893925003",
                ])
            // The uid is as old as the account, so that lists of users have it in its place.
            let times = try files.server.database.psql(
                "SELECT bool_and(substr(replace(uid::text, '-', ''), 1, 12) = lpad(to_hex((extract(epoch FROM "
                    + "created_at) * 1000)::bigint), 12, '0')) FROM users")
            #expect(times == "t")
            try await signsIn(files)
            #expect(try files.signIn("anne@example.com", "!").status == 401)
            #expect(try files.identities() == ["google google 117"])
        }
    }

    @Test func `and the same out of its CSV`() async throws {
        let lines = [
            AccountFiles.firebaseLine,
            "google,anne@example.com,true,,,\"Anne, of\",,117,anne@example.com,,,,,,,,,,,,,,,1508893925001,,,,,",
        ]
        try await AccountFiles.with(lines.joined(separator: "\n")) { files in
            #expect(try await files.run() == nil)
            #expect(
                try files.users() == [
                    "google anne@example.com t verified 1508893925001",
                    "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2 user1@test.com t 1508893925000 1508893925000",
                ])
            try await signsIn(files)
            #expect(try files.identities() == ["google google 117"])
        }
    }

    @Test func `people sign in by Google as before, and the app's own tokens go on to be theirs`()
        async throws
    {
        let issuer = try TestIssuer(keys: "rsa-1")
        let providers = [issuer.provider("google"), issuer.provider("firebase", isBearer: true)]
        let file = """
            {"users": [
            {"localId": "anne", "providerUserInfo": [{"providerId": "google.com", "rawId": "117"}]},
            {"localId": "ben", "phoneNumber": "+491700000000"}
            ]}
            """
        try await AccountFiles.with(file, providers: providers) { files in
            #expect(try await files.run() == nil)
            let client = try files.server.client
            let tokens = try issuer.tokens(of: ["117", "anne", "ben"])
            let session = try client.send(
                "POST", "/v1/sessions", ["provider": "google", "id_token": .string(tokens[0])])
            #expect(session.status == 200, "\(session.text)")
            let uids = try files.server.database.psql("SELECT uid FROM users ORDER BY external_id")
            let own = try tokens[1...].map { token in
                try client.send("GET", "/v1/users/me", token: token).json["user"]?["uid"]?.string ?? ""
            }
            #expect(own.joined(separator: "\n") == uids)
            #expect(session.json["user"]?["uid"]?.string == own.first)
        }
    }

    @Test func `identities of Google and Apple come along, each to one user`() async throws {
        let file = """
            {"users": [
            {"localId": "anne", "providerUserInfo": [
              {"providerId": "google.com", "rawId": "117"}, {"providerId": "apple.com", "rawId": "001.a"},
              {"providerId": "facebook.com", "rawId": "5"}, {"providerId": "phone", "phoneNumber": "+49"}]},
            {"localId": "twice", "providerUserInfo": [{"providerId": "google.com", "rawId": "117"}]},
            {"localId": "none", "providerUserInfo": [{"providerId": "google.com"}]},
            {"localId": "facebook", "providerUserInfo": [{"providerId": "facebook.com", "rawId": "6"}]}
            ]}
            """
        try await AccountFiles.with(file) { files in
            #expect(
                try await files.run()
                    == "2 of 4 accounts were not imported; \(files.path).refused.csv lists them with the reasons"
            )
            #expect(try files.identities() == ["anne apple 001.a", "anne google 117"])
            let refused = try #require(files.refused)
            #expect(refused.contains("twice") && refused.contains("another account has its Google or Apple"))
            #expect(refused.contains("its id of google.com is not 1 to 255 characters on one line"))
            #expect(try files.users().map { $0.prefix { $0 != " " } } == ["anne", "facebook"])
            // It may come again, and what somebody has signed in with meanwhile is that one's.
            let dump = "SELECT array_agg(i ORDER BY identity) FROM identities AS i"
            let before = try files.server.database.psql(dump)
            #expect(try await files.run() != nil)
            #expect(try files.server.database.psql(dump) == before)
        }
    }

    /// With Firebase's password, once; from then on it is one of ours.
    private func signsIn(_ files: AccountFiles) async throws {
        let hashes = {
            try files.server.database.psql("SELECT password_hash FROM credentials ORDER BY email")
        }
        #expect(try hashes().contains("$firebase-scrypt$ln=14,r=8$"))
        #expect(try files.signIn("user1@test.com", "user1passwore").problem == "invalid-credentials")
        let reply = try files.signIn("user1@test.com", "user1password")
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.json["user"]?["is_anonymous"] == false)
        #expect(try !hashes().contains("firebase"))
        #expect(try hashes().contains("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try files.signIn("user1@test.com", "user1password").status == 200)
        #expect(try files.signIn("user1@test.com", "user1passwore").status == 401)
        // By its old id it is the same.
        let key = try await files.server.key(.server)
        let balances = try files.server.client.send(
            "GET", "/v1/users/external:kYi4EvWQlQTKSfnJ3dRSP6IH3ed2/balances", token: key)
        #expect(balances.json["uid"] == reply.json["user"]?["uid"])
    }

    @Test func `a file that comes again changes nothing, and one that goes on adds the rest`() async throws {
        try await AccountFiles.with(Self.json) { files in
            #expect(try await files.run(isDryRun: true) == nil)
            #expect(try files.users() == [])
            #expect(try await files.run() == nil)
            let dump = "SELECT array_agg(u ORDER BY uid) FROM users AS u"
            let before = try files.server.database.psql(dump)
            #expect(try await files.run() == nil)
            #expect(try files.server.database.psql(dump) == before)
            let more = Self.json.replacing("\n]}", with: ",\n{\"localId\": \"more\"}]}")
            try AccountFiles.write(more, to: files.path)
            #expect(try await files.run() == nil)
            #expect(try files.users().count == 5)
        }
    }

    @Test func `bcrypt's and Argon2id's passwords go on to be good`() async throws {
        let argon = "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$YGxfvL7TfLCLwaB/pzn5yeZwJey5t4UsY/Y5LWTyt90"
        let file = """
            external_id,email,password_hash,created_at,email_verified
            7,bcrypt@example.com,$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK,2020-01-02T03:04:05Z,true
            "8, too",argon@example.com,"\(argon)",,false
            9,,,,
            """
        try await AccountFiles.with(file) { files in
            #expect(try await files.run(.csv) == nil)
            let users = try files.users()
            #expect(users.first == "7 bcrypt@example.com t verified 1577934245000" && users.count == 3)
            for (email, password) in [("bcrypt", "U*U*"), ("argon", "a parrot named Polly")] {
                let address = email + "@example.com"
                #expect(try files.signIn(address, password + "x").status == 401)
                #expect(try files.signIn(address, password).status == 200)
                #expect(try files.signIn(address, password).status == 200)
            }
            let own = try files.server.database.psql(
                "SELECT count(*) FROM credentials WHERE password_hash LIKE '$argon2id$v=19$m=19456,t=2,p=1$%'"
            )
            #expect(own == "2")
            let kinds = try files.server.database.psql("SELECT scheme FROM password_schemes ORDER BY 1")
            #expect(kinds == "argon2id:256:2:2\nbcrypt:5")
        }
    }
}

/// What can't be taken, and why.
extension ImportUsersTests {
    @Test func `each account that is refused is told with its line, and the rest is taken`() async throws {
        let hash = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
        let json = """
            {"users": [
            {"localId": "good", "email": "good@example.com", "createdAt": "99999999999999"},
            {"localId": "off", "email": "off@example.com", "disabled": true},
            {"localId": "mail", "email": "no e-mail"},
            {"email": "nobody@example.com"},
            {"localId": "twice", "email": "Good@example.com"},
            {"localId": "bad\\n", "email": "bad@example.com"},
            {"localId": "hash", "email": "hash@example.com", "passwordHash": "AAAA", "salt": "AAAA"},
            {"localId": "phone", "passwordHash": "\(hash)", "salt": "42xEC+ixf3L2lw=="},
            {"localId": "owner", "email": "owner@example.com"},
            {"localId": "x", "localId": "y"},
            {"localId": 5, "email": "five@example.com"},
            {"localId": "young", "createdAt": "2019-02-03T04:05:06Z"},
            {"localId": "late", "createdAt": 1508893925000, "lastSignedInAt": 1.5}
            ]}
            """
        try await AccountFiles.with(json) { files in
            let client = try files.server.client
            var owner = try client.signUp()
            try client.link(&owner, email: "owner@example.com")
            let failure = try await files.run()
            let path = files.path + ".refused.csv"
            #expect(failure == "12 of 13 accounts were not imported; \(path) lists them with the reasons")
            let users = try files.users()
            #expect(users.count == 1 && users[0].hasPrefix("good good@example.com t 17"), "\(users)")
            let refused = try #require(files.refused).split(separator: "\r\n").map(String.init)
            let expected = [
                ("off", 3, "the account is disabled"), ("mail", 4, "the e-mail is invalid"),
                ("", 5, "the localId is missing"), ("twice", 6, "another account has its e-mail"),
                ("bad\n", 7, "the UID is not"), ("hash", 8, "the password's hash or salt is not"),
                ("phone", 9, "the account has a password, but no e-mail"),
                ("owner", 10, "another account has its"),
                ("", 11, "the file is not JSON"), ("5", 12, "the localId is not text"),
                ("young", 13, "the createdAt is not a number of milliseconds"),
                ("late", 14, "the lastSignedInAt is not a number of milliseconds"),
            ]
            #expect(refused.count == expected.count + 1)
            #expect(refused.contains("\"off\",\"off@example.com\",\"3\",\"the account is disabled\""))
            for (name, line, reason) in expected {
                let isTold = refused.contains {
                    $0.hasPrefix("\"\(name)\",") && $0.contains(",\"\(line)\",\"\(reason)")
                }
                #expect(isTold, "\(name): \(refused)")
            }
        }
    }

    @Test(
        arguments: [
            ("", Command.Origin.firebase, "is empty"), ("", .csv, "is empty"),
            ("{\"users\": [{\"localId\": \"a\"}", .firebase, "the file ends in the middle"),
            ("{\"people\": []}", .firebase, "no object with an array users"),
            ("id,email\n1,a@example.com", .csv, "an unknown column id; known are external_id, email"),
            ("email\na@example.com", .csv, "no column external_id"),
            ("external_id,email,email\n", .csv, "two columns email"),
            ("external_id\n\"1", .csv, "a quote is left open"),
        ]) func `says what is wrong with a file`(text: String, origin: Command.Origin, words: String)
        async throws
    {
        try await AccountFiles.with(text) { files in
            let failure = try await files.run(origin)
            #expect(failure?.contains(words) == true, "\(failure ?? "done")")
        }
    }

    @Test func `a password needs the project's parameters`() async throws {
        try await AccountFiles.with(AccountFiles.firebaseLine) { files in
            let failure = try await files.run(hasConfig: false)
            let refused = try #require(files.refused)
            #expect(failure?.hasPrefix("1 of 1 accounts were not imported") == true)
            #expect(refused.contains("the account has a password, and --hash-config is missing"))
            try AccountFiles.write("algorithm: SCRYPT", to: files.path + ".config")
            #expect(try await files.run()?.contains("base64_signer_key is missing") == true)
            #expect(try files.users() == [])
        }
    }

    @Test func `there are four kinds of passwords from elsewhere at most`() async throws {
        let lines = (4...8).map { (cost: Int) -> String in
            "\(cost),a\(cost)@example.com,$2b$0\(cost)$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"
        }
        let file = (["external_id,email,password_hash"] + lines).joined(separator: "\n")
        try await AccountFiles.with(file) { files in
            let failure = try await files.run(.csv)
            let refused = try #require(files.refused)
            #expect(failure?.hasPrefix("1 of 5 accounts") == true)
            #expect(refused.contains("at most 4 foreign password schemes"))
            #expect(try files.users().count == 4)
        }
    }
}
