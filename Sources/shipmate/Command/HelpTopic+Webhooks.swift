extension HelpTopic {
    private static let accessText = """
          --url URL         the server's address; by default from SHIPMATE_HTTP_HOST and SHIPMATE_HTTP_PORT
          --key KEY         an API key, also from SHIPMATE_API_KEY. For a server on this machine none is needed: the
                            command creates one in the database of this configuration, and revokes it at its end
        """

    static let webhooksText = """
        usage: shipmate webhooks list [--url URL --key KEY]
               shipmate webhooks test ID TYPE [--url URL --key KEY]
               shipmate webhooks replay ID --from TIME [--until TIME] [--types TYPES] [--url URL --key KEY]

        `list` shows all webhooks. `test` sends the example of a type, waits for the reply, and exits 1 unless it
        is 2xx. `replay` sends the changes of a span of time again, and prints the replay's ID.

          --from TIME       2026-11-20T08:00:00Z, or an age such as 2h or 7d
          --until TIME      the end, which is excluded; by default now
          --types TYPES     separated by commas; by default those of the webhook
        \(accessText)
        """

    static let listenText = """
        usage: shipmate listen --forward-to URL [--types TYPES] [--url URL --key KEY]

        Prints each change as it comes, and posts it to a receiver, such as one on your own machine that no server
        can reach. Requests are signed as a webhook's; the secret is printed at the start. Tests and replays by
        `shipmate webhooks`, and resends, reach the receiver, too. A request that fails isn't sent again by itself.
        Ctrl-C ends it. The key that it creates without --key is valid for a day.

          --forward-to URL  the receiver, http:// or https://
          --types TYPES     separated by commas, such as reward.paid,balance.changed; by default all
        \(accessText)
        """
}
