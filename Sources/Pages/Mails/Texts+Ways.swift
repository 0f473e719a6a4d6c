internal import Accounts

extension Texts {
    /// A provider's name: Apple and Google by their names, others as the service names them.
    func name(of provider: String) -> String {
        provider.prefix(1).uppercased() + provider.dropFirst()
    }

    /// The ways into an account in one line.
    func names(of ways: WaysBesides) -> String {
        (ways.providers.map(name) + (ways.hasExternalID ? [self[.appSignIn]] : [])).joined(separator: ", ")
    }
}
