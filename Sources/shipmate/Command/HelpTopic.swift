/// A page of help: one for each command, an overview, and the list of settings.
enum HelpTopic: String, CaseIterable {
    case overview
    case serve
    case migrate
    case check
    case doctor
    case keys
    case operators
    case links
    case users
    case rules
    case ledger
    case webhooks
    case listen
    case demo
    case testServer = "test-server"
    case openapi
    case configuration

    static var names: [String] { allCases.map(\.rawValue).filter { $0 != "overview" } + ["help"] }

    var isCommand: Bool { self != .overview && self != .configuration }

    /// The whole page.
    var text: String {
        self == .serve ? usage + "\n\n" + Configuration.help : usage
    }

    /// The text beside a mistake.
    var usage: String {
        switch self {
        case .overview: Self.overviewText
        case .serve: Self.serveText
        case .migrate: Self.migrateText
        case .check: Self.checkText
        case .doctor: HelpTopic.doctorText
        case .keys: Self.keysText
        case .operators: HelpTopic.operatorsText
        case .links: Self.linksText
        case .users: HelpTopic.usersText
        case .rules: Self.rulesText
        case .ledger: Self.ledgerText
        case .webhooks: HelpTopic.webhooksText
        case .listen: HelpTopic.listenText
        case .demo: Self.demoText
        case .testServer: HelpTopic.testServerText
        case .openapi: Self.openapiText
        case .configuration: Configuration.help
        }
    }

    private static let overviewText = """
        usage: shipmate <command> [options]

          serve [--migrate] [--verbose] [--ready-file PATH]
                                                    serve the referral API
          migrate [--citus [--shards N]]            update the database's schema
          check [--live]                            check configuration, database and schema
          doctor --app ID                           check what an app's links and calls need
          keys create --scope SCOPE --name N [--expires 90d]
          keys list
          keys revoke ID
          keys rotate-signing                       sign access tokens with a new key
          keys wrap | unwrap                        wrap the secrets in the database with a root key, or undo that
          operators add EMAIL --role ROLE [--mail]  let a person sign in to the console
          operators list | role EMAIL --role ROLE | limit --role ROLE N | reset EMAIL | remove EMAIL
          links import FILE [--dry-run]             import links from Firebase's or Branch's CSV
          users import FILE --from firebase|csv [--hash-config FILE] [--dry-run]
                                                    import accounts with their ids and passwords
          users show NAME                           show a user
          users export UID | --email EMAIL          print all stored data about a user, as JSON
          users erase UID | --email EMAIL           erase a user's personal data permanently
          rules apply FILE [--dry-run]              apply a file of rules
          rules export                              print the rules as a file
          ledger verify [--statement FILE] [--causes | --csv FOLDER]
                                                    detect changes to the ledger
          ledger adopt [--accept]                   list rows without a MAC; --accept gives them one
          ledger seal | state | copies              seal old entries, make a statement, print psql's \\copy
          webhooks list | test ID TYPE | replay ID --from TIME
                                                    list webhooks, send a test, send changes again
          listen --forward-to URL [--types TYPES]   print changes as they come, and forward them
          demo [--url URL]                          play an example against a running server
          demo --fill [--players N] [--seed N]      fill the embedded database with three months of a programme
          test-server [--apps N] [--clock TIME]     serve apps for tests, each with its own database and clock
          openapi                                   print the API's description, OpenAPI 3.1
          help [command | configuration]            explain a command, or list every setting

          --version                                 print the version
          --help                                    after a command: explain it

        Everything is configured from the environment: shipmate help configuration
        """

    private static let serveText = """
        usage: shipmate serve [--migrate] [--verbose] [--ready-file PATH]

        Serves the referral API until SIGTERM, SIGINT or SIGQUIT. It then finishes the requests in flight and exits 0;
        a second signal ends it at once. On SIGHUP it rereads the app profile and the files of lists.
        Without DATABASE_URL it runs an embedded PostgreSQL in SHIPMATE_DATA_DIR, and migrates it.
        It waits for a database that can't be reached or has no schema yet: /health/live is 200, all else 503.

          --migrate            migrate an older schema before serving
          --verbose            print every setting at start, each migration, and advice on settings
          --ready-file PATH    write the URL to PATH when the server is ready, and remove it at the stop;
                               with SHIPMATE_HTTP_PORT=0 the system chooses the port
        """

    private static let migrateText = """
        usage: shipmate migrate [--citus [--shards N]]

        Updates the database's schema, as the role in SHIPMATE_DATABASE_OWNER_URL if set, otherwise in DATABASE_URL.
        Without either, it starts the embedded database for the migration, and creates it if necessary.

          --citus       also distribute the tables with their rows over Citus' nodes. Tables that are already
                        distributed stay. Later migrations distribute their own tables
          --shards N    the number of shards of each table, if none is distributed yet (default: 32)
        """

    private static let checkText = """
        usage: shipmate check [--live]

        Checks the configuration, the database and its schema; exits 0 if a server could start. It prints whether
        the ledger is sealed and the secrets are wrapped, and lists API keys that have expired, or that were not
        used for 90 days. In a sandbox, such as a systemd unit's, it names each host that the settings and the
        webhooks need and the sandbox blocks, with the lines that allow it; then it exits 1.

          --live    only check whether the server at SHIPMATE_HTTP_HOST:SHIPMATE_HTTP_PORT is ready
        """

    private static let keysText = """
        usage: shipmate keys create --scope SCOPE --name N [--expires 90d]
               shipmate keys list
               shipmate keys revoke ID
               shipmate keys rotate-signing
               shipmate keys wrap
               shipmate keys unwrap

        Keys are for machines. SCOPE is `server` for the app's own backend, `read` or `admin` for
        administrators, `links` for ?key= of Firebase's calls, or `branch` for branch_secret of Branch's.
        `create` prints the key once, on standard output; only its hash is stored. With --expires the key is valid
        for that time, in hours, days or weeks (12h, 90d, 52w), by the database's clock. By default it is valid
        until it is revoked. `list` shows the minute of each key's last use. `shipmate check` lists keys that have
        expired, or that were not used for 90 days.

        `rotate-signing` creates a new signing key for access tokens and prints its kid. Every server signs with it
        within a second. The previous key stays in /.well-known/jwks.json until its last token has expired, about
        17 minutes. All sessions stay. Every server must have this version.

        `wrap` encrypts the root secret and the signing keys in the database with SHIPMATE_ROOT_KEY (with an embedded
        PostgreSQL: the file root.key), and rotates the signing key. Run it when every server has version 0.9 and the
        root key; a server without the key can't start afterwards. New databases start wrapped if their first
        server has a root key. `unwrap` stores the secrets plain again: for a return to an older version, or before
        you change the root key. Keep the root key apart from backups: without it the secrets are lost.
        """

    private static let linksText = """
        usage: shipmate links import FILE [--dry-run]

        Imports links with their suffixes from a CSV that Firebase or Branch exported; - is standard input. The
        header names the columns: Firebase's own names, a Long link column, or Branch's (URL or Alias, Channel,
        Feature, Campaign, Tags, Data, $...). A link with a domain outside of the app profile gets the profile's
        prefix with the same path, otherwise the first prefix. Existing links stay: importing a file twice changes
        nothing.

        Lines that can't be imported are written with the reasons to FILE.refused.csv (from standard input: to
        standard error), and the exit status is 1.

          --dry-run    check every line without changes; suffixes in use in the database are not detected
        """

    private static let rulesText = """
        usage: shipmate rules apply FILE [--dry-run]
               shipmate rules export

        `export` prints the programme as one JSON file, to keep it in git: all rules except archived ones, one a
        line, and the trust settings (referrals, user_events, checks). `apply` changes the programme to a file's; -
        is standard input. It prints the difference, and applies it in one transaction, which is written to the
        audit. Every server uses it within a second. Active rules that the file doesn't have are paused, never
        archived. A rule is known by its name: under another one it may pay again, so `apply` names each new rule
        that looks renamed. Without trust settings in the file, they stay. An invalid file changes nothing, and the
        exit status is 1.

          --dry-run    print the difference, and change nothing
        """

    private static let ledgerText = """
        usage: shipmate ledger verify [--statement FILE] [--causes | --csv FOLDER]
               shipmate ledger adopt [--accept]
               shipmate ledger seal [--accept]
               shipmate ledger state
               shipmate ledger copies

        Entries are sealed with SHIPMATE_LEDGER_KEY (with an embedded PostgreSQL: the file ledger.key). Each seal
        covers the previous one. The servers make a statement of the ledger every hour: in the log, at
        GET /v1/admin/ledger/statements, and in SHIPMATE_LEDGER_STATEMENTS_DIR.

        `verify` reads the whole ledger and the audit log, and prints what was changed after it was written. If
        anything was, the exit status is 1.
        Pass a statement from outside the database to detect entries deleted at the end, and users deleted with all
        their entries.

          --statement FILE    a statement from the log or the folder
          --causes            also verify causes: the MACs of held rewards, reservations, merges and API keys, an
                              event for each reward, a merge for each transfer, a redemption for each refund
          --csv FOLDER        verify copies instead of a database. psql makes them, also from a restored dump:
                              shipmate ledger copies | psql "$DATABASE_URL", run in that folder

        `adopt` lists rows without a MAC, which are older than version 0.9, and counts those with a MAC of a former
        key. When all servers have this version and you recognize the rows, run it with --accept: the rows get a
        MAC of the current key, and the servers refuse rows without one from then on.
        `seal` seals entries from before there was a key, as servers also do, and completes this. From then on, an
        entry without a seal counts as forged. --accept seals such entries as well.
        `state` makes a statement now and prints it. `copies` prints psql commands that copy the ledger.
        """

    private static let demoText = """
        usage: shipmate demo [--url URL]
               shipmate demo --fill [--players N] [--seed N]

        Plays an example over HTTP against a running server, and prints each step and the balances.

        With --fill it fills the embedded database instead, also while a server runs: with players, invites, rewards,
        redemptions, rule changes, reviews and webhooks of the last 93 days, to look at. The services write all of it
        on a clock of their own, so the ledger and all counts add up. The database must be new: with more than ten
        players nothing is changed, and the exit status is 1.

          --url URL      the server's address; by default from SHIPMATE_HTTP_HOST and SHIPMATE_HTTP_PORT
                         (http://127.0.0.1:8080)
          --players N    100 to 20000 (default: 5000)
          --seed N       another number makes another crowd (default: 1)
        """

    private static let openapiText = """
        usage: shipmate openapi

        Prints this configuration's API description, like /openapi.json: OpenAPI 3.1 in JSON, for client generators.
        It needs no database.
        """
}
