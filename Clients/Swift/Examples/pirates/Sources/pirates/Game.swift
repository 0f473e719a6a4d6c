import Foundation
import Shipmate

/// One player. Each command is a call or two of the library.
actor Game {
    private let shipmate: Shipmate
    private var level = 0
    private var offer: MergeOffer?

    init(_ shipmate: Shipmate) { self.shipmate = shipmate }

    func begin(invite: URL?) async {
        do {
            let player = try await shipmate.start(link: invite)
            say("You sail as \(player.uid).")
            if let invitation = player.invitation {
                say("\(invitation.inviter?.shortName ?? "A friend") invited you.")
            }
        } catch { say("No wind (\(error)). You can sail; the harbour hears of it later.") }
    }

    func obey(_ line: String) async {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        do throws(ShipmateError) {
            switch (words.first, words.count) {
            case ("invite", _): say("Send this: \(try await shipmate.invite(channel: .message).url)")
            case ("sail", _): try await sail()
            case ("join", 3): try await join(email: words[1], password: words[2])
            case ("sign-in", 3):
                say("Welcome back, \(try await shipmate.signIn(email: words[1], password: words[2]).uid).")
            case ("merge", _): try await merge()
            case ("treasure", _): await treasure()
            case ("friends", _): try await friends()
            case ("doctor", _): for line in await shipmate.diagnose() { say("\(line)") }
            default: say("The parrot doesn't know this word.")
            }
        } catch { say("The sea says no: \(error)") }
    }

    func end() async {
        do {
            let left = try await shipmate.flush().left
            say(left == 0 ? "All logged." : "\(left) events wait for wind.")
        } catch { say("The log waits: \(error)") }
    }

    private func sail() async throws(ShipmateError) {
        level += 1
        try await shipmate.record(.levelReached(level))
        say("You reach island \(level).")
    }

    private func join(email: String, password: String) async throws(ShipmateError) {
        do throws(ShipmateError) {
            try await shipmate.link(email: email, password: password)
            say("You are of the crew.")
        } catch {
            guard case .emailInUse(let found) = error else { throw error }
            offer = found
            say("This sailor is known. Type merge to continue as them.")
        }
    }

    private func merge() async throws(ShipmateError) {
        guard let offer else { return say("There is no offer.") }
        say("Welcome back, \(try await offer.accept().uid).")
    }

    /// The first live value: before it the cache is shown.
    private func treasure() async {
        for await balances in shipmate.balances {
            say("\(balances["pieces_of_eight"]) pieces of eight (\(balances.source.rawValue))")
            if balances.source == .live { return }
        }
    }

    private func friends() async throws(ShipmateError) {
        let counts = try await shipmate.referrals().counts
        say("\(counts.referred) friends sailed, \(counts.signedUp) joined, \(counts.rewarded) paid.")
        for reward in try await shipmate.rewards() {
            say("\(reward.amount) for \(reward.rule): \(reward.status)")
        }
    }

    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
