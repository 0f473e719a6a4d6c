internal import Accounts

/// Next steps for a newcomer, printed once the server is ready: three lines to paste in another terminal.
struct Welcome: CustomStringConvertible {
    /// Where the server listens, as `http://host:port`.
    let url: String

    var description: String {
        """
        Ready on \(url). Try, in another terminal:

          TOKEN=$(curl -s -X POST \(url)/v1/users -H 'Content-Type: application/json' -d '{}' \
        | tee /dev/stderr | sed -E 's/.*"access_token": ?"([^"]+)".*/\\1/')
          curl -s \(url)/v1/users/me -H "Authorization: Bearer $TOKEN"
          curl -s \(url)/v1/users/me/balances -H "Authorization: Bearer $TOKEN"

        """
    }
}
