extension HelpTopic {
    static let testServerText = """
        usage: shipmate test-server [--port N] [--ready-file PATH] [--apps N] [--clock TIME] [--profile FILE]
                                    [--parent-pid N] [--listen ADDRESS --token TOKEN]

        Serves apps for tests: each has its own database, clock, mails and webhooks. It runs a PostgreSQL of its
        own in memory, which ends with it, and refuses DATABASE_URL. It prints one line of JSON when it is ready:
        url, admin_key, server_key and pid. Documentation/Testing.md lists the calls.
        It ends with its parent, at the end of standard input if that is a pipe, and after ten minutes without a
        call.

          --port N            the port on 127.0.0.1 (default: 0, the system chooses)
          --ready-file PATH   write the line to PATH, too, and remove it at the stop
          --apps N            how many apps are kept ready, 0 to 64 (default: 8); this is no maximum
          --clock TIME        when the clock of each app begins, such as 2026-01-01T00:00:00Z (default: now)
          --profile FILE      the app that links stand on (default: an example)
          --parent-pid N      end with this process instead of the parent; 0 for none
          --listen ADDRESS    listen for other machines, such as 0.0.0.0. It needs --token
          --token TOKEN       every call below /test/ then needs Authorization: Bearer TOKEN
        """
}
