/// The app of `SHIPMATE_APP_PROFILE=example`, for trying links out on one machine: browsers take names that
/// end with `.localhost` for this machine.
struct ExampleProfile {
    /// The setting's value that asks for it.
    static let name = "example"

    /// Where the server listens.
    let port: UInt16
    var host = "go.localhost"

    var prefix: String { "http://\(host):\(port)" }

    var text: String {
        """
        {
          "name": "Pieces & Eight",
          "domain_uri_prefixes": ["\(prefix)"],
          "android": [
            {
              "package_name": "com.example.game", "custom_scheme": "examplegame",
              "sha256_fingerprints": [
                "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
              ]
            }
          ],
          "ios": [
            {
              "bundle_id": "com.example.game", "app_id_prefix": "ABCDE12345", "app_store_id": "1234567890",
              "custom_scheme": "examplegame"
            }
          ],
          "invite_link": "https://example.com/join",
          "invite_texts": {"default": {"body": "{name} sails with {app}. Come aboard: {link}"}},
          "desktop_page": true, "player_cards": "own_pictures",
          "social": {
            "title": "Pieces & Eight", "description": "Sail with friends, and both get pieces of eight."
          },
          "allowed_patterns": ["^https://example\\\\.com/.*$", "^https://(apps\\\\.apple|play\\\\.google)\\\\.com/.*$"]
        }
        """
    }
}
