internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Store
internal import Values

extension ClaimSearch {
    /// Of a device's newest clicks, those that are looked at for the claim's app.
    private static let guessClicksMax = 32

    /// By the device: what this claim took before, else the one click that fits, or the one of those that the
    /// same agent made; of several the newest, weakly.
    func guess() async throws(PostgresError) -> ClaimFinding {
        let prints = fingerprints
        guard !prints.isEmpty else { return .nothing }
        if let click = try await takenBefore() { return try await weigh(click, .default) }
        let (devices, agents, limit) = (prints.map(\.device), prints.map(\.agent), Self.guessClicksMax)
        var (clicks, ofAgent) = try await pool.run(
            FindDeviceClicks(devices, since: windowStart, firstID: firstID, limit: limit),
            FindDeviceClicks(devices, since: windowStart, firstID: firstID, agents: agents, limit: limit))
        // Of more than were looked at, nobody knows that only one fits.
        let (areAll, areAllOfAgent) = (clicks.count < limit, ofAgent.count < limit)
        let astray = try await astray(clicks + ofAgent)
        clicks.removeAll { astray.contains($0.id) }
        ofAgent.removeAll { astray.contains($0.id) }
        guard let newest = clicks.first else { return .nothing }
        if areAll, clicks.count == 1 { return try await weigh(newest, .default) }
        if areAllOfAgent, ofAgent.count == 1 { return try await weigh(ofAgent[0], .default) }
        return try await weigh(newest, .weak)
    }

    /// The click that the claim took when it came before, under the same key.
    private func takenBefore() async throws(PostgresError) -> ClickRecord? {
        guard claim.keyHash != nil else { return nil }
        let taken = try await pool.run(FindClaimedClicks(under: claim.keyHash, since: keyStart))
        let astray = try await astray(taken)
        return taken.first { !astray.contains($0.id) }
    }

    /// The clicks on links that name another app than the one that claims.
    private func astray(_ clicks: [ClickRecord]) async throws(PostgresError) -> Set<UUID> {
        guard claim.bundleID != nil, !clicks.isEmpty else { return [] }
        let links: [Link] = try await pool.run(FindLinks(Array(Set(clicks.compactMap(\.code)))))
        let specs = Dictionary(uniqueKeysWithValues: links.map { ($0.code, $0.spec) })
        let astray = clicks.filter { click in
            let parsed = click.keptLink.flatMap { try? LongLink.parse($0).spec }
            return (click.code.flatMap { specs[$0] } ?? parsed).map { !claim.mayCome(through: $0) } ?? false
        }
        return Set(astray.map(\.id))
    }
}
