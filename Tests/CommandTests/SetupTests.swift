import Links
import Testing

@testable import API
@testable import shipmate

/// What the first screen and the start page say is missing.
@Suite struct SetupTests {
    @Test func `a server of which nothing is set misses each step, and one with all of them none`() throws {
        let bare = try Configuration(environment: [:])
        let missing = bare.setup(isLedgerSealed: false, areSecretsWrapped: false).filter { !$0.isDone }
        #expect(
            missing.map(\.name) == [
                "app profile", "database", "mail", "other sign-in", "leaked passwords", "ledger key",
                "root key", "proxy",
            ])
        let whole = try Configuration(environment: [
            "SHIPMATE_APP_PROFILE": "/etc/shipmate/app.json", "DATABASE_URL": "postgresql://db/shipmate",
            "SHIPMATE_SMTP_URL": "smtps://u:p@mail.example:465", "SHIPMATE_MAIL_FROM": "no-reply@example.com",
            "SHIPMATE_PUBLIC_URL": "https://api.example.com", "SHIPMATE_IDENTITY_PROVIDERS": "/providers",
            "SHIPMATE_BREACHED_PASSWORDS": "/list", "SHIPMATE_ERASURES_FILE": "/erasures",
            "SHIPMATE_FORWARDED_HOPS": "1",
        ])
        let steps = whole.setup(isLedgerSealed: true, areSecretsWrapped: true)
        #expect(steps.filter { !$0.isDone } == [])
    }

    @Test func `the example profile can be read, and is for this machine alone`() throws {
        let here = try Configuration(environment: ["SHIPMATE_APP_PROFILE": "example"])
        let profile = try #require(try here.appProfile())
        #expect(profile.prefixes.map(\.description) == ["http://go.localhost:8080"])
        #expect(profile.remarks == [])
        let error = #expect(throws: ConfigurationMistakes.self) {
            try Configuration(environment: [
                "SHIPMATE_APP_PROFILE": "example", "SHIPMATE_HTTP_HOST": "0.0.0.0",
            ])
        }
        #expect(error?.description.contains("SHIPMATE_APP_PROFILE=example") == true)
    }
}
