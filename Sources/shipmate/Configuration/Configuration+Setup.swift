internal import API

extension Configuration {
    /// Steps before the service goes live, in the order of the go-live checklist.
    func setup(isLedgerSealed: Bool, areSecretsWrapped: Bool) -> [SetupStep] {
        [
            profileStep, databaseStep,
            SetupStep(
                "mail", "Mails are not sent. Set `SHIPMATE_SMTP_URL`.", isDone: mail.server != nil),
            SetupStep(
                "other sign-in", "Players sign in with passwords only. Set `SHIPMATE_IDENTITY_PROVIDERS`.",
                isDone: !identityProvidersPath.isEmpty),
            SetupStep(
                "leaked passwords", "Leaked passwords are accepted. Set `SHIPMATE_BREACHED_PASSWORDS`.",
                isDone: !breachedPath.isEmpty),
            SetupStep(
                "ledger key", "The ledger is not sealed. Set `SHIPMATE_LEDGER_KEY`.",
                isDone: isLedgerSealed),
            SetupStep(
                "root key",
                "The secrets in the database are not wrapped. Set `SHIPMATE_ROOT_KEY`, and run `shipmate keys wrap`.",
                isDone: areSecretsWrapped),
            SetupStep(
                "erasures file",
                "Erased users are listed in the database only. Set `SHIPMATE_ERASURES_FILE`.",
                isDone: erasureFile != nil),
            SetupStep(
                "proxy", "No proxy with TLS is configured. Set `SHIPMATE_FORWARDED_HOPS`.",
                isDone: forwardedHops > 0),
        ]
    }

    /// Whether links stand on the built-in example.
    var hasExampleProfile: Bool { appProfilePath == ExampleProfile.name }

    /// Where links are, for people.
    var linksInWords: String {
        if hasExampleProfile {
            return "an example profile, under \(ExampleProfile(port: http.port).prefix)"
        }
        return appProfilePath.isEmpty ? "off: SHIPMATE_APP_PROFILE is not set" : appProfilePath
    }

    /// Where players' data is, for people.
    var dataInWords: String {
        database.source.isEmbedded ? "\(dataDirectory) (embedded PostgreSQL)" : database.source.shownService
    }

    private var profileStep: SetupStep {
        SetupStep(
            "app profile",
            hasExampleProfile
                ? "Links use an example profile. Set `SHIPMATE_APP_PROFILE` to your app's."
                : "Links are off. Set `SHIPMATE_APP_PROFILE`.",
            isDone: !appProfilePath.isEmpty && !hasExampleProfile)
    }

    private var databaseStep: SetupStep {
        SetupStep(
            "database",
            "The PostgreSQL is an embedded one, without backups or a standby. Set `DATABASE_URL`.",
            isDone: !database.source.isEmbedded)
    }
}
