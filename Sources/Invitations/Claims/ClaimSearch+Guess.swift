internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Store
internal import Values

extension ClaimSearch {
    /// Of a device's newest clicks, those that are looked at for the claim's app.
    private static let guessClicksMax = 32

    /// By the device: what this claim took before, else the one click that agrees with it in all that both
    /// know; of several the newest, weakly.
    func guess() async throws(PostgresError) -> ClaimFinding {
        let prints = fingerprints
        guard !prints.isEmpty else { return .nothing }
        if let click = try await takenBefore() { return try await weigh(click, .default) }
        let guesses = try await pool.run(
            FindGuesses(
                prints.map(\.device), since: windowStart, firstID: firstID, limit: Self.guessClicksMax))
        // Of more clicks than were read, it is unknown whether only one fits.
        let areAll = guesses.count < Self.guessClicksMax
        let astray = try await astray(guesses.map(\.click))
        let fitting = guesses.filter { !astray.contains($0.click.id) && fits($0, prints) }
        guard let newest = fitting.first else { return .nothing }
        return try await weigh(newest.click, areAll && fitting.count == 1 ? .default : .weak)
    }

    /// Whether the click may be this install's: its system, its model, and what its page's button told are
    /// those that the app tells. Where the button copied the invite, the app that looks finds it.
    private func fits(_ guess: GuessedClick, _ prints: [Fingerprint]) -> Bool {
        let own = fingerprinter.hashes(of: DeviceTraits(claim.device), on: guess.click.id)
        let isMissing = guess.isCopied == true && claim.hasEmptyClipboard(in: profile)
        return !isMissing && guess.traits.agrees(withApp: own)
            && prints.contains { $0.agrees(with: guess.fingerprint) }
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
