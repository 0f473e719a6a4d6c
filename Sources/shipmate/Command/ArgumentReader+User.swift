internal import FoundationEssentials
internal import Referrals
internal import Reporting
internal import Values

extension ArgumentReader {
    /// The one user that is meant: a uid, or what follows `--email` or `--external-id`.
    mutating func userName() throws(UsageError) -> UserLookup.Name {
        let (email, id) = (try value("--email"), try value("--external-id"))
        switch (email, id) {
        case (let text?, nil):
            guard let email = EmailAddress(text) else {
                throw mistake("--email \(text): not an e-mail address")
            }
            return .email(email)
        case (nil, let text?):
            guard let id = ExternalID(text) else { throw mistake("--external-id: 1 to 255 characters") }
            return .externalID(id)
        case (nil, nil):
            let text = try word("a uid, --email or --external-id")
            guard let uid = UUID(text: text) else {
                throw mistake("\(text) is not a uid; other names follow --email and --external-id")
            }
            return .uid(UserID(uid))
        case (_?, _?): throw mistake("use either --email or --external-id")
        }
    }

    private func mistake(_ text: String) -> UsageError {
        UsageError(text, topic: .users)
    }
}
