internal import Accounts
internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// Plays the plan step by step, with the calls that apps make.
final class DemoPlay {
    /// Of all accounts, in the documentation.
    static let password = "shipmate-demo"
    static let signUpSeconds: Int64 = 3_600
    static let rushSeconds: Int64 = 900

    let plan: DemoPlan
    let stage: DemoStage
    let passwordHash: String
    /// By the players' indices in the plan.
    private(set) var users: [Int: User] = [:]
    /// Of players who were paid.
    private(set) var paid: [UserID] = []
    var random: SplitMix
    private let links: DemoLinks
    private let bySteps: DemoSteps

    init(_ plan: DemoPlan, on stage: DemoStage, passwordHash: String) {
        (self.plan, self.stage, self.passwordHash) = (plan, stage, passwordHash)
        random = plan.random
        bySteps = DemoSteps(plan)
        links = DemoLinks(plan.random)
    }

    /// Six hours, which begin at `time`.
    func play(_ step: Int, at time: Timestamp) async throws {
        try await stage.move(to: time)
        try await arrive(bySteps.arrivals[step])
        try await rush(bySteps.arrivals[step], at: time)
        try await stage.move(to: time.adding(seconds: Self.signUpSeconds))
        try await signUp(bySteps.signUps[step])
        try await progress(bySteps.levels[step])
        try await spend(bySteps.levels[step].count)
        // The players of the next step open their links in this one.
        try await open(step + 1 < DemoPlan.steps ? bySteps.arrivals[step + 1] : [])
    }

    func user(_ index: Int) -> User? { users[index] }

    func record(_ events: [Event]) async throws {
        for result in await stage.services.events.record(events) { note(try result.get().rewards) }
    }

    private func note(_ rewards: [Reward]) {
        paid += rewards.filter { $0.status == .paid }.map(\.beneficiary)
    }
}

// MARK: Steps

extension DemoPlay {
    private func arrive(_ indices: [Int]) async throws {
        let made = try await stage.together(indices) { index in
            let player = self.plan.players[index]
            let signUp = try await self.proof(of: player, index)
            return try await self.stage.services.accounts.signUp(signUp, from: PeerAddress(player.address))
        }
        for (index, reply) in zip(indices, made) { users[index] = reply.user }
    }

    private func proof(of player: DemoPlayer, _ index: Int) async throws -> SignUp {
        if let click = links.takeClick(of: index) {
            let receipt = try await links.claim(click, from: player.address, on: stage)
            return SignUp(
                referrer: nil, matchConfidence: nil, keyHash: nil, receipt: receipt, device: player.device)
        }
        let code = player.referrer.flatMap { users[$0]?.referralCode }
        return SignUp(
            referrer: code.map(NamedReferrer.code),
            matchConfidence: player.way == .doubtfulCode ? .default : nil, keyHash: nil,
            device: player.device)
    }

    private func rush(_ indices: [Int], at time: Timestamp) async throws {
        let rushing = indices.filter { plan.players[$0].rush != nil }
        guard !rushing.isEmpty else { return }
        try await stage.move(to: time.adding(seconds: Self.rushSeconds))
        try await record(rushing.compactMap { event(of: $0, level: plan.players[$0].rush ?? 0) })
    }

    private func signUp(_ indices: [Int]) async throws {
        let accounts = stage.services.accounts
        let replies = try await stage.together(indices.filter { users[$0] != nil }) { index in
            let player = self.plan.players[index]
            return try await accounts.linkFirst(
                player.name.email, passwordHash: self.passwordHash, to: self.users[index]!.uid,
                PeerAddress(player.address), nil)
        }
        for reply in replies { note(reply.rewards) }
        try await links.share(by: replies.map(\.user.uid), on: stage)
        try await introduce(indices.filter { plan.players[$0].hasProfile })
    }

    private func introduce(_ indices: [Int]) async throws {
        _ = try await stage.together(indices) { index in
            guard let uid = self.users[index]?.uid else { return }
            let profile = UserProfile(fullName: self.plan.players[index].name.shown)
            try await self.stage.services.profiles.set(profile, of: uid)
        }
    }

    private func progress(_ levels: [(index: Int, level: Int32)]) async throws {
        try await record(levels.compactMap { event(of: $0.index, level: $0.level) })
    }

    private func event(of index: Int, level: Int32) -> Event? {
        guard let uid = users[index]?.uid else { return nil }
        return Event(uid: uid, id: stage.makeID(), fact: .levelReached(level))
    }

    /// Paid players buy something, and support corrects a balance from time to time.
    private func spend(_ count: Int) async throws {
        guard !paid.isEmpty else { return }
        let purchases = (0..<(count + 3) / 6).map { _ in
            (uid: random.pick(paid), price: Int64(random.pick([10, 20, 25, 40])))
        }
        _ = try await stage.together(purchases) { purchase in
            try await self.post(.redemption, -purchase.price, "hat of a captain", of: purchase.uid)
        }
        if random.isOne(in: 30) {
            try await post(.adjustment, 25, "goodwill after an outage", of: random.pick(paid))
        }
    }

    private func post(
        _ kind: LedgerEntry.Kind, _ amount: Int64, _ reason: String, of uid: UserID
    ) async throws {
        let posting = Posting(
            id: stage.makeID(), account: Account(uid: uid, currency: .piecesOfEight), kind: kind,
            amount: amount, reason: reason)
        let actor = kind == .adjustment ? DemoStage.actor : nil
        do throws(PostingError) {
            _ = try await stage.services.money.post(PostingRequest(posting, auditActor: actor))
        } catch {
            // The player has spent it already.
            guard case .insufficientBalance = error else { throw error }
        }
    }

    private func open(_ indices: [Int]) async throws {
        let openings = indices.compactMap { index -> DemoLinks.Opening? in
            let player = plan.players[index]
            guard case .link(let channel, let campaign) = player.way, let referrer = player.referrer,
                let uid = users[referrer]?.uid
            else { return nil }
            return DemoLinks.Opening(
                index: index, invite: DemoLinks.Key(inviter: uid, channel: channel, campaign: campaign))
        }
        try await links.open(openings, on: stage)
    }
}

/// The plan by its steps.
private struct DemoSteps {
    var arrivals = [[Int]](repeating: [], count: DemoPlan.steps)
    var signUps = [[Int]](repeating: [], count: DemoPlan.steps)
    var levels = [[(index: Int, level: Int32)]](repeating: [], count: DemoPlan.steps)

    init(_ plan: DemoPlan) {
        for (index, player) in plan.players.enumerated() {
            arrivals[player.arrival].append(index)
            if let step = player.signUp, step < DemoPlan.steps { signUps[step].append(index) }
            for (step, level) in player.levels where step < DemoPlan.steps {
                levels[step].append((index, level))
            }
        }
    }
}

// MARK: Today

extension DemoPlay {
    private static let today = 60

    var userCount: Int { users.count }

    /// Some players go on at the real time, for webhooks to send.
    func playToday() async throws {
        let indices = users.keys.sorted().suffix(Self.today).filter { $0 != plan.anne && $0 != plan.ben }
        try await record(
            indices.compactMap { event(of: $0, level: (plan.players[$0].levels.last?.level ?? 0) + 1) })
        try await spend(Self.today)
    }
}
