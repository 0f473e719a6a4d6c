extension HelpTopic {
    static let usersText = """
        usage: shipmate users import FILE --from firebase [--hash-config FILE] [--dry-run]
               shipmate users import FILE --from csv [--dry-run]
               shipmate users show NAME
               shipmate users export UID | --email EMAIL | --external-id ID
               shipmate users erase UID | --email EMAIL | --external-id ID  [--dry-run | --yes]

        `import` takes accounts over; - is standard input. Their ids become external ids, and what is there
        already stays: the same file again changes nothing. Nobody is paid anything, and no mail is sent.

        --from firebase reads what `firebase auth:export` writes, JSON or CSV. Passwords go on to be good: give the
        project's hash parameters, as the console's Authentication page shows them ("Password hash parameters"),
        in a file. Each is replaced by a hash of Shipmate's own when its owner signs in first.
        --from csv reads a CSV with a header: external_id, and any of email, email_verified (true or false),
        password_hash (bcrypt or Argon2id) and created_at.

        Accounts that can't be imported go, with the reasons, to FILE.refused.csv (from standard input: to standard
        error), and the exit status is 1: disabled ones, and those whose e-mail another account has, among them.

          --hash-config FILE    the hash parameters of the Firebase project
          --dry-run             read and check everything, and change nothing; what the database has is not
                                looked for

        `show` prints what is known of whoever has NAME as uid, e-mail, external id or referral code.

        `export` prints everything that is kept about the user as one JSON file, which the user could get from the app.

        `erase` has everything go that names the user, at once and for good; the uid stays with its ledger and its
        place among referrals. A server does it, within a second or when it runs next. Written to the audit.

          --dry-run             say who it would be, and change nothing
          --yes                 it is meant; without it nothing is erased, and the exit status is 1
        """
}
