internal import Accounts
internal import EventLoops
internal import WebClient

extension Configuration {
    /// The identity providers, read from their file; none if no file is set.
    func identityProviders() throws(ConfigurationMistakes) -> [IdentityProvider] {
        guard !identityProvidersPath.isEmpty else { return [] }
        let bytes = try Self.bytes(
            of: identityProvidersPath, bytesMax: IdentityProvidersFile.bytesMax + 1,
            mistake: Self.identityMistake)
        switch IdentityProvidersFile.read(bytes, readKeys: Self.keyBytes) {
        case .success(let providers): return providers
        case .failure(let mistakes):
            throw ConfigurationMistakes(
                all: mistakes.all.map { Self.identityMistake(identityProvidersPath, $0) })
        }
    }

    /// A client is made only where keys have to be fetched.
    func identities(on loop: EventLoop) throws(ConfigurationMistakes) -> IdentityConfiguration {
        let providers = try identityProviders()
        let fetches = providers.contains { if case .published = $0.keys { true } else { false } }
        let keys = fetches ? IssuerKeyCache(fetchingBy: WebClient(on: loop), on: loop) : nil
        return IdentityConfiguration(providers: providers, keys: keys)
    }

    private static func keyBytes(of path: String) -> [UInt8]? {
        try? bytes(of: path, bytesMax: 262_145, mistake: identityMistake)
    }

    private static func identityMistake(_ path: String, _ detail: String) -> ConfigurationMistake {
        ConfigurationMistake(name: "SHIPMATE_IDENTITY_PROVIDERS", value: path, allowed: detail)
    }
}
