/// All players of the demo, in the order of their first starts: pure, and the same for the same seed.
struct DemoPlan {
    static let days = 93
    static let stepsPerDay = 4
    static let steps = days * stepsPerDay
    /// Cheats of all kinds come on these days, counted back from today. Reviews were decided since, but for
    /// those of the last day.
    static let cheatingDaysAgo = [47, 26, 6]

    static let channels = ["whatsapp", "whatsapp", "messenger", "email", "sms", "qr"]
    static let campaigns: [String?] = [nil, nil, "autumn-regatta", "captains-week", "welcome-aboard"]

    private(set) var players: [DemoPlayer] = []
    /// The indices of the two in the story.
    private(set) var anne = 0
    private(set) var ben = 0
    /// The indices of cheats' leaders, oldest first.
    private(set) var leaders: [Int] = []
    var random: SplitMix

    init(players count: Int, seed: UInt64) {
        random = SplitMix(seed: seed)
        let cheats = Self.cheatingDaysAgo.flatMap { makeCheats(at: Self.steps - $0 * Self.stepsPerDay) }
        let others = max(0, count - cheats.reduce(2) { $0 + $1.count })
        addCrowd(others)
        for gang in cheats { add(gang) }
        addStory()
    }

    /// Someone new, with a name and an address.
    private mutating func newcomer(at step: Int, number: Int) -> DemoPlayer {
        let address =
            "\(random.number(11...95)).\(random.number(0...255)).\(random.number(0...255))."
            + "\(random.number(1...254))"
        return DemoPlayer(
            name: DemoName(number: number, &random), arrival: min(step, Self.steps - 1), address: address)
    }
}

// MARK: The crowd

extension DemoPlan {
    /// Recruiters' indices, each as often as it may still bring a friend.
    private struct Openings {
        private static let busiestFriends = 18

        private var indices: [Int] = []
        /// Of those who bring dozens.
        private var busiest: [Int] = []

        mutating func add(_ count: Int, of index: Int) {
            let added = Array(repeating: index, count: count)
            if count < Self.busiestFriends { indices += added } else { busiest += added }
        }

        mutating func take(_ random: inout SplitMix) -> Int? {
            random.happens(percent: 35) && !busiest.isEmpty
                ? Self.take(from: &busiest, &random) : Self.take(from: &indices, &random)
        }

        private static func take(from indices: inout [Int], _ random: inout SplitMix) -> Int? {
            guard !indices.isEmpty else { return nil }
            // The newest are the keenest.
            return indices.remove(at: random.number(max(0, indices.count - 200)...indices.count - 1))
        }
    }

    private mutating func addCrowd(_ count: Int) {
        var openings = Openings()
        for (number, step) in arrivals(count).enumerated() {
            var player = newcomer(at: step, number: number + 1)
            if random.happens(percent: 32), let referrer = openings.take(&random) {
                player.referrer = referrer
                player.way = way()
            }
            player.signUp = random.happens(percent: 64) ? signUpStep(from: step) : nil
            player.levels = levels(from: step)
            player.friendsMax = friends(isAccount: player.signUp != nil)
            player.hasProfile = player.signUp != nil && random.happens(percent: 25)
            openings.add(player.friendsMax, of: number)
            players.append(player)
        }
    }

    /// More come from month to month, at weekends, and in the evening.
    private mutating func arrivals(_ count: Int) -> [Int] {
        let hours = [5, 9, 14, 12]
        var bounds: [Int] = []
        for step in 0..<Self.steps {
            let day = step / Self.stepsPerDay
            let weight = hours[step % Self.stepsPerDay] * (60 + day) * (day % 7 >= 5 ? 14 : 10)
            bounds.append((bounds.last ?? 0) + weight)
        }
        let drawn = (0..<count).map { _ in random.number(0...bounds[bounds.count - 1] - 1) }
        return drawn.sorted().map { value in bounds.firstIndex { value < $0 } ?? 0 }
    }

    private mutating func way() -> DemoPlayer.Way {
        random.happens(percent: 45)
            ? .code : .link(channel: random.pick(Self.channels), campaign: random.pick(Self.campaigns))
    }

    private mutating func signUpStep(from step: Int) -> Int? {
        let later = random.happens(percent: 60) ? step : step + random.number(1...20)
        return later < Self.steps ? later : nil
    }

    private mutating func friends(isAccount: Bool) -> Int {
        guard isAccount else { return 0 }
        if random.isOne(in: 250) { return random.number(18...48) }
        return random.happens(percent: 34) ? random.number(1...5) : 0
    }

    /// Four in ten reach level 5, one in ten level 10.
    private mutating func levels(from step: Int) -> [(step: Int, level: Int32)] {
        let highest =
            switch random.number(1...100) {
            case ...25: random.number(1...2)
            case ...58: random.number(3...4)
            case ...90: random.number(5...9)
            default: random.number(10...24)
            }
        var (levels, level, next): ([(step: Int, level: Int32)], Int, Int) = ([], 0, step)
        while level < highest {
            level = min(highest, level + random.number(1...4))
            next += random.number(1...12)
            if next < Self.steps { levels.append((next, Int32(level))) }
        }
        return levels
    }
}

// MARK: Cheats and the story

extension DemoPlan {
    /// Its members' referrers are indices in the gang.
    private typealias Gang = [DemoPlayer]

    private mutating func makeCheats(at step: Int) -> [[DemoPlayer]] {
        [
            ring(at: step), gang(of: 5, at: step + 3, spread: 0),
            gang(of: 4, at: step + 6, spread: 1) { $0.address = "203.0.113.77" },
            gang(of: 2, at: step + 9, spread: 1) { $0.device = "an emulator" },
            gang(of: 3, at: step + 11, spread: 2) { $0.way = .doubtfulCode },
        ]
    }

    /// A leader and its friends, who all sign up.
    private mutating func gang(
        of friends: Int, at step: Int, spread: Int, _ cheat: (inout DemoPlayer) -> Void = { _ in }
    ) -> [DemoPlayer] {
        var leader = cheater(at: step - 2)
        leader.friendsMax = friends
        let others = (0..<friends).map { index -> DemoPlayer in
            var friend = cheater(at: step + index * spread)
            friend.referrer = 0
            cheat(&friend)
            return friend
        }
        return [leader] + others
    }

    /// One whose friend brings it once more, on its own device.
    private mutating func ring(at step: Int) -> [DemoPlayer] {
        var gang = (0..<3).map { cheater(at: step + $0) }
        gang[1].referrer = 0
        gang[2].referrer = 1
        for index in [0, 2] { gang[index].device = "a second-hand phone" }
        return gang
    }

    private mutating func cheater(at step: Int) -> DemoPlayer {
        var player = newcomer(at: step, number: 90_000 + random.number(0...9_999))
        player.signUp = step
        player.levels = [(step + 1, 2)]
        return player
    }

    private mutating func add(_ gang: [DemoPlayer]) {
        let base = players.count
        leaders.append(base)
        for var player in gang {
            player.referrer = player.referrer.map { $0 + base }
            players.append(player)
        }
    }

    /// Ben was at level 5 so early that Anne's reward waits for a review.
    private mutating func addStory() {
        let step = Self.steps - 5 * Self.stepsPerDay
        anne = players.count
        var first = DemoPlayer(name: DemoName("Anne"), arrival: step - 30, address: "198.51.100.12")
        first.signUp = step - 30
        first.levels = [(step - 25, 3), (step - 12, 7)]
        first.hasProfile = true
        ben = anne + 1
        var second = DemoPlayer(name: DemoName("Ben"), arrival: step, address: "198.51.100.140")
        second.referrer = anne
        second.way = .link(channel: "whatsapp", campaign: "autumn-regatta")
        second.rush = 5
        second.signUp = step
        second.hasProfile = true
        players += [first, second]
    }
}
