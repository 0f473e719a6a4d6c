import HTTP
import JSON
import TestSupport
import Testing

@testable import shipmate

/// Imported players whose e-mail was never verified come back by mail, whatever the file's format.
struct ImportedRecoveryTests {
    private static let json = """
        {"users": [
        {"localId": "ben", "email": "ben@example.com", "emailVerified": false, "createdAt": "1508893925001"},
        {"localId": "anne", "email": "anne@example.com", "emailVerified": false, "createdAt": "1508893925002",
          "providerUserInfo": [{"providerId": "google.com", "rawId": "117"}]}
        ]}
        """
    private static let csv = "external_id,email,email_verified\nben,ben@example.com,false"

    private func mail(to name: String, _ files: AccountFiles, _ mails: TestMailServer) async throws
        -> TestMail
    {
        let email = "\(name)@example.com"
        try files.server.client.send("POST", "/v1/password-resets", ["email": .string(email)]).required(202)
        _ = await eventually { !mails.received(by: email).isEmpty }
        return try #require(mails.received(by: email).first)
    }

    @Test(arguments: [Command.Origin.firebase, .csv])
    func `an account with nothing but an e-mail sets a password by mail`(_ origin: Command.Origin)
        async throws
    {
        try await moveToBlockingThread()
        let (mails, issuer) = (try TestMailServer(), try TestIssuer(keys: "rsa-1"))
        let providers = [issuer.provider("google"), issuer.provider("firebase", isBearer: true)]
        try await AccountFiles.with(
            origin == .firebase ? Self.json : Self.csv, providers: providers, mails: mails
        ) { files in
            #expect(try await files.run(origin) == nil)
            let mail = try await mail(to: "ben", files, mails)
            #expect(mail.page?.hasPrefix("/reset") == true, "\(mail.page ?? "")")
            let password = "a parrot named Sam"
            try files.server.client.send(
                "POST", "/v1/password-resets/\(mail.token ?? "")", ["password": .string(password)]
            ).required(200)
            let session = try files.signIn("ben@example.com", password)
            #expect(session.status == 200)
            #expect(session.json["user"]?["email_verified"] == true)
            guard origin == .firebase else { return }
            // Her Google identity leads in, so that only her address can be taken off.
            let other = try await self.mail(to: "anne", files, mails)
            #expect(other.page?.hasPrefix("/release") == true, "\(other.page ?? "")")
        }
    }
}
