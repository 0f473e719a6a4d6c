extension HelpTopic {
    static let operatorsText = """
        usage: shipmate operators add EMAIL --role ROLE [--mail]
               shipmate operators list
               shipmate operators role EMAIL --role ROLE
               shipmate operators limit --role ROLE ACTIONS
               shipmate operators reset EMAIL [--mail]
               shipmate operators remove EMAIL

        Operators sign in to the console at /admin. ROLE is `viewer`, `support`, `manager` or `admin`; each role has
        the rights of those before it.

        `add` prints a link that works once, for 24 hours. Its page sets a password and the second factor, an
        authenticator app. Send it to the operator over a channel that you trust. It starts with
        SHIPMATE_PUBLIC_URL, or with the address of a server on this machine.
        `list` shows the operators and when they last used the console. `role` changes a role at once.
        `limit` sets how many actions on players each operator with the role may take a day, or `none`. The
        first limits are 200 for `support`, 2000 for `manager`, and none for `admin`.
        `reset` makes password, second factor and recovery codes void, ends the operator's sessions, and prints a new
        link. `remove` ends the sessions and removes the operator. All changes are written to the audit.

          --mail    send the link by mail (SHIPMATE_SMTP_URL) instead of printing it
        """
}
