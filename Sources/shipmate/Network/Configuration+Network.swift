internal import Accounts
internal import EmbeddedPostgres
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import WebClient

extension Configuration {
    /// The hosts that the settings name.
    func networkNeeds(_ urls: DatabaseURLs) throws -> [NetworkNeed] {
        var needs = try databaseNeeds(urls)
        if let server = mail.server {
            needs.append(NetworkNeed("SHIPMATE_SMTP_URL", host: server.host, port: "\(server.port)"))
        }
        for provider in try identityProviders() {
            guard case .published(let request) = provider.keys else { continue }
            let purpose = "the identity provider \(provider.name)"
            needs += [NetworkNeed(purpose, url: request.url)].compactMap(\.self)
        }
        if telemetry.isOn {
            let name = "OTEL_EXPORTER_OTLP_ENDPOINT"
            needs += [NetworkNeed(name, url: telemetry.endpoint)].compactMap(\.self)
        }
        return needs
    }

    /// The hosts of webhooks that send, or the proxy's.
    func networkNeeds(_ webhooks: [Webhook]) -> [NetworkNeed] {
        let sending = webhooks.filter { $0.state == .enabled && $0.terms.url != WebhookTerms.pulledURL }
        if !sending.isEmpty, let proxy = NetworkNeed("SHIPMATE_WEBHOOK_PROXY", url: delivery.proxy) {
            return [proxy]
        }
        return sending.compactMap {
            NetworkNeed("the webhook \($0.id.uuidString.lowercased())", url: $0.terms.url)
        }
    }

    private func databaseNeeds(_ urls: DatabaseURLs) throws -> [NetworkNeed] {
        guard !database.source.isEmbedded else { return [] }
        let named = [
            ("DATABASE_URL", try servicePostgres(urls)), ("SHIPMATE_LISTEN_URL", try listeningPostgres()),
        ]
        return named.flatMap { name, postgres in
            (postgres?.parameters.networkAddresses ?? []).map {
                NetworkNeed(name, host: $0.host, port: $0.port)
            }
        }
    }
}
