extension HelpTopic {
    static let usersText = """
        usage: shipmate users import FILE --from firebase [--hash-config FILE] [--dry-run]
               shipmate users import FILE --from csv [--dry-run]
               shipmate users show NAME
               shipmate users export UID | --email EMAIL | --external-id ID
               shipmate users erase UID | --email EMAIL | --external-id ID  [--dry-run | --yes]

        `import` imports accounts; - is standard input. Their ids become external ids. Existing accounts stay:
        importing a file twice changes nothing. No rewards are paid, and no mails are sent.

        --from firebase reads the file of `firebase auth:export`, JSON or CSV. To keep the passwords valid, put the
        project's hash parameters ("Password hash parameters" on the console's Authentication page) into a file.
        Each hash is replaced by one of Shipmate's own at the owner's first sign-in.
        --from csv reads a CSV with a header: external_id, and any of email, email_verified (true or false),
        password_hash (bcrypt or Argon2id) and created_at.

        Accounts that can't be imported, such as disabled ones and those with an e-mail in use, are written with the
        reasons to FILE.refused.csv (from standard input: to standard error), and the exit status is 1.

          --hash-config FILE    the hash parameters of the Firebase project
          --dry-run             check everything without changes; conflicts with the database are not detected

        `show` prints the user with NAME as uid, e-mail, external id or referral code.

        `export` prints all stored data about the user as one JSON file, like the app's own export.

        `erase` erases the user's personal data, at once and permanently. The uid stays with its ledger and its place
        among referrals. A server does it within a second, or when it next runs. Written to the audit.

          --dry-run             print the user, and change nothing
          --yes                 required: without it nothing is erased, and the exit status is 1
        """
}
