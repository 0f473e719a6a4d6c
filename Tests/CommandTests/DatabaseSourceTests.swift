import Testing

@testable import EmbeddedPostgres
@testable import shipmate

@Suite struct DatabaseSourceTests {
    @Test(
        "is what the environment says, and embedded when it says nothing of a place",
        arguments: [
            ([:], .embedded),
            (["PGUSER": "me", "PGPASSWORD": "x", "PGOPTIONS": "-c a=b", "PGSSLMODE": "require"], .embedded),
            (["DATABASE_URL": "", "PGHOST": ""], .embedded),
            (["PGHOST": "db"], .libpqEnvironment(owner: nil)),
            (["PGSERVICE": "shipmate"], .libpqEnvironment(owner: nil)),
            (["PGDATABASE": "x"], .libpqEnvironment(owner: nil)),
            (["PGHOST": "a", "DATABASE_URL": "postgres://b"], .url(service: "postgres://b", owner: nil)),
            (
                ["DATABASE_URL": "postgres://b", "SHIPMATE_DATABASE_OWNER_URL": "postgres://o@b"],
                .url(service: "postgres://b", owner: "postgres://o@b")
            ),
        ] as [([String: String], DatabaseSource)])
    func source(environment: [String: String], expected: DatabaseSource) {
        #expect(DatabaseSource(environment: environment) == expected)
    }

    @Test("the owner is the service's role unless it has one of its own") func owner() {
        let same = DatabaseSource.url(service: "s", owner: nil)
        #expect(same.urls == DatabaseURLs(service: "s", owner: "s"))
        let other = DatabaseSource.url(service: "s", owner: "o")
        #expect(other.urls == DatabaseURLs(service: "s", owner: "o"))
        #expect(DatabaseSource.embedded.urls == nil)
    }

    @Test(
        "no password is shown",
        arguments: [
            ("postgresql://u:p@h/d", "postgresql://u:***@h/d"),
            ("postgres://u:p%40:q@h1:5432,h2:5433/d", "postgres://u:***@h1:5432,h2:5433/d"),
            ("postgres://u:p@ss/word@h/d", "postgres://u:***@h/d"),
            ("postgresql://u@h:5432/d", "postgresql://u@h:5432/d"),
            ("postgresql:///d", "postgresql:///d"),
            ("postgresql://h/d?user=u&password=p&x=1", "postgresql://h/d?user=u&password=***&x=1"),
            ("postgresql://h/d?sslpassword=p", "postgresql://h/d?sslpassword=***"),
            ("host=h password=p user=u", "host=h password=*** user=u"),
            ("password = 'it\\'s p' user=u", "password=*** user=u"),
            ("host=h password=p", "host=h password=***"),
        ])
    func masks(text: String, shown: String) {
        #expect(Secret.masking(text) == shown)
    }
}
