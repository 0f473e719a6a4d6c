/// A page of help: one for each command, an overview, and the list of settings.
enum HelpTopic: String, CaseIterable {
    case overview
    case serve
    case migrate
    case check
    case keys
    case links
    case users
    case rules
    case ledger
    case demo
    case openapi
    case configuration

    static var names: [String] { allCases.map(\.rawValue).filter { $0 != "overview" } + ["help"] }

    var isCommand: Bool { self != .overview && self != .configuration }

    /// The whole page.
    var text: String {
        self == .serve ? usage + "\n\n" + Configuration.help : usage
    }

    /// What to print beside a mistake.
    var usage: String {
        switch self {
        case .overview: Self.overviewText
        case .serve: Self.serveText
        case .migrate: Self.migrateText
        case .check: Self.checkText
        case .keys: Self.keysText
        case .links: Self.linksText
        case .users: HelpTopic.usersText
        case .rules: Self.rulesText
        case .ledger: Self.ledgerText
        case .demo: Self.demoText
        case .openapi: Self.openapiText
        case .configuration: Configuration.help
        }
    }

    private static let overviewText = """
        usage: shipmate <command> [options]

          serve [--migrate] [--verbose] [--ready-file PATH]
                                                    serve the referral API
          migrate [--citus [--shards N]]            bring the database's schema up to date
          check [--live]                            check configuration, database and schema
          keys create --scope SCOPE --name N [--expires 90d]
          keys list
          keys revoke ID
          keys rotate-signing                       sign access tokens with a new key
          keys wrap | unwrap                        have a root key wrap the secrets in the database, or undo that
          links import FILE [--dry-run]             take links over from Firebase's or Branch's CSV
          users import FILE --from firebase|csv [--hash-config FILE] [--dry-run]
                                                    take accounts over, with their ids and passwords
          users show NAME                           say what is known of a user
          users export UID | --email EMAIL          print all that is kept of a user, as JSON
          users erase UID | --email EMAIL           have everything go that names a user, for good
          rules apply FILE [--dry-run]              make the rules in force what a file says
          rules export                              print them as such a file
          ledger verify [--statement FILE] [--causes | --csv FOLDER]
                                                    say what of the ledger isn't as it was written
          ledger adopt [--accept]                   list rows without a MAC; --accept gives them one
          ledger seal | state | copies              seal old entries, state the ledger, print psql's \\copy
          demo [--url URL]                          play the whole story against a running server
          openapi                                   print the API's description, OpenAPI 3.1
          help [command | configuration]            explain a command, or list every setting

          --version                                 print the version
          --help                                    after any command: explain it

        Everything is configured from the environment: shipmate help configuration
        """

    private static let serveText = """
        usage: shipmate serve [--migrate] [--verbose] [--ready-file PATH]

        Serves the referral API until SIGTERM, SIGINT or SIGQUIT, then finishes what is in flight and exits 0; a
        second signal ends it at once. SIGHUP has it read the app profile and files of lists again.
        Without DATABASE_URL it runs a PostgreSQL of its own in SHIPMATE_DATA_DIR, and migrates it by itself.

          --migrate            bring an older schema up to date before serving
          --verbose            print every setting at start, each migration, and advice on settings
          --ready-file PATH    write the URL to PATH as soon as users are served, and remove it at the stop;
                               with SHIPMATE_HTTP_PORT=0 the system chooses the port
        """

    private static let migrateText = """
        usage: shipmate migrate [--citus [--shards N]]

        Brings the database's schema up to date, as SHIPMATE_DATABASE_OWNER_URL if set, else as DATABASE_URL.
        Without either, it migrates the embedded database, running it for as long as that takes, and makes it
        first where there is none.

          --citus       spread the tables over Citus' nodes as well, with the rows that are there; what is spread
                        already stays. Migrations to come spread their tables by themselves
          --shards N    into how many shards each, when none is spread yet (32)
        """

    private static let checkText = """
        usage: shipmate check [--live]

        Checks the configuration, the database and its schema; exits 0 when a server could start. It says whether
        the ledger is sealed and the secrets are wrapped, and names API keys that have expired, or that were not
        used for 90 days.

          --live    ask the server that runs at SHIPMATE_HTTP_HOST:SHIPMATE_HTTP_PORT whether it is ready instead
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
        `create` prints the key, alone, on standard output, once: only its hash is kept. With --expires it is
        good for that long, in hours, days or weeks (12h, 90d, 52w), by the database's clock; else until it is
        revoked. `list` says when each was last used, to the minute; `shipmate check` names those that have
        expired, or that nobody has used for 90 days.

        `rotate-signing` gives access tokens a new signing key and prints its kid. Every server signs with it
        within a second; the one before stays in /.well-known/jwks.json until its last token has expired, about
        17 minutes. Nobody is signed out. Every server must be of this version.

        `wrap` encrypts the root secret and the signing keys in the database with SHIPMATE_ROOT_KEY (beside an embedded
        PostgreSQL: the file root.key), and rotates the signing key. Run it once every server is of version 0.9 and has
        the root key; a server without the key can't start afterwards. New databases start wrapped if their first
        server has a root key. `unwrap` stores the secrets plain again: for a return to an older version, or before
        you change the root key. Keep the root key apart from backups: without it the secrets are lost.
        """

    private static let linksText = """
        usage: shipmate links import FILE [--dry-run]

        Takes links over from a CSV that Firebase or Branch exported, under the suffixes they had; - is
        standard input. The header says which column is what: Firebase's own names, a Long link column, or
        Branch's (URL or Alias, Channel, Feature, Campaign, Tags, Data, $...). A link whose domain is not in the
        app profile gets the prefix there that has the same path, or else the first. What is there already
        stays: the same file again changes nothing.

        Lines that can't be imported go, with the reasons, to FILE.refused.csv (from standard input: to
        standard error), and the exit status is 1.

          --dry-run    read and check every line, and change nothing; suffixes taken in the database are
                       not looked for
        """

    private static let rulesText = """
        usage: shipmate rules apply FILE [--dry-run]
               shipmate rules export

        `export` prints the programme as one file of JSON for people who keep it in git: all rules but archived
        ones, a line each, and whose word counts (referrals, user_events, checks). `apply` makes the programme
        what such a file says; - is standard input. It prints the difference first, and carries it out in one
        transaction, which is in the audit; every server goes by it within a second. A rule in force that the
        file doesn't have is paused, never archived; a file that doesn't say whose word counts leaves that as
        it is. A file that makes no sense changes nothing, and the exit status is 1.

          --dry-run    print the difference, and change nothing
        """

    private static let ledgerText = """
        usage: shipmate ledger verify [--statement FILE] [--causes | --csv FOLDER]
               shipmate ledger adopt [--accept]
               shipmate ledger seal [--accept]
               shipmate ledger state
               shipmate ledger copies

        Entries are sealed with SHIPMATE_LEDGER_KEY (beside an embedded PostgreSQL: the file ledger.key), each over
        the one before it, and the servers state every hour what the ledger is: in the log, at
        GET /v1/admin/ledger/statements, and in SHIPMATE_LEDGER_STATEMENTS_DIR.

        `verify` walks the whole ledger and the audit log, and prints what was changed since it was written: exit
        status 1.
        Give it a statement that was kept elsewhere, so that entries cut off at the end, or a user who is gone with
        all of theirs, are found too.

          --statement FILE    a statement, as the log or the folder has it
          --causes            also verify causes: the MACs of held rewards, reservations, merges and API keys, an
                              event for each reward, a merge for each transfer, a redemption for each refund
          --csv FOLDER        verify copies instead of a database. psql makes them, also of a dump that was restored:
                              shipmate ledger copies | psql "$DATABASE_URL", run in that folder

        `adopt` lists rows without a MAC, which are older than version 0.9, and counts those with a MAC of a former
        key. When all servers have this version and you recognize the rows, run it with --accept: the rows get a
        MAC of the current key, and the servers refuse rows without one from then on.
        `seal` seals what was booked before there was a key, which servers also do by themselves, and ends that: an
        entry without a seal is a forged one from then on. --accept seals such entries as well.
        `state` makes a statement now and prints it. `copies` prints what psql copies the ledger with.
        """

    private static let demoText = """
        usage: shipmate demo [--url URL]

        Plays the whole story over HTTP against a running server and prints each step and the balances.

          --url URL    where the server listens (SHIPMATE_HTTP_HOST and SHIPMATE_HTTP_PORT: http://127.0.0.1:8080
                       unless set)
        """

    private static let openapiText = """
        usage: shipmate openapi

        Prints the description of the API that this configuration would serve, as /openapi.json has it:
        OpenAPI 3.1 in JSON, for generators of clients. It needs no database.
        """
}
