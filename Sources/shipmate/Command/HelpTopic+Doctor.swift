extension HelpTopic {
    static let doctorText = """
        usage: shipmate doctor --app ID

        Checks what an app's links and calls need. It prints a line for each, and how to fix what failed; then the
        exit status is 1. Like Apple's and Google's services, it requests the association files from every host of
        the profile's prefixes: redirects, certificate, content type, the app's id, fingerprints. It also checks
        the app's scheme, the clock, and the scopes of keys. Run it outside of the server's own network.

          --app ID    an Android package's name or an iOS bundle id, such as com.example.game
        """
}
