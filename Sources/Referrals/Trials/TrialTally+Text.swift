internal import FoundationEssentials
internal import Values

// As it is kept: `day 20415 gems 3 150`, `held default_match gems 1 50`, `denied budget gems 4`, …

extension TrialTally {
    package var lines: [String] {
        var lines = days.sorted { $0.key < $1.key }.map { key, sum in
            "day \(key.part) \(key.currency) \(sum.text)"
        }
        lines += held.sorted { $0.key < $1.key }.map { "held \($0.part) \($0.currency) \($1.text)" }
        lines += denied.sorted { $0.key < $1.key }.map { "denied \($0.part) \($0.currency) \($1)" }
        lines += active.map { "active \($0) \($1.text)" }.sorted()
        lines += both.map { "both \($0) \($1)" }.sorted()
        if let beneficiaries { lines.append("beneficiaries \(beneficiaries)") }
        return lines + largest.map { "largest \($0.uid) \($0.currency) \($0.sum.text)" }
    }

    /// Nil when one of `lines` says nothing.
    package init?(lines: [String]) {
        self.init()
        for line in lines {
            guard read(line.split(separator: " ").map(String.init)) else { return nil }
        }
    }

    private mutating func read(_ words: [String]) -> Bool {
        switch (words.first, words.count) {
        case ("day", 5):
            guard let day = Int64(words[1]), let currency = Currency(words[2]), let sum = Sum(words[3...])
            else { return false }
            days[Key(part: day, currency: currency)] = sum
        case ("held", 5):
            guard let currency = Currency(words[2]), let sum = Sum(words[3...]) else { return false }
            held[Key(part: words[1], currency: currency)] = sum
        case ("denied", 4):
            guard let currency = Currency(words[2]), let count = Int64(words[3]) else { return false }
            denied[Key(part: words[1], currency: currency)] = count
        case ("largest", 5):
            guard let uid = UUID(text: words[1]), let currency = Currency(words[2]),
                let sum = Sum(words[3...])
            else { return false }
            largest.append(Largest(uid: UserID(uid), currency: currency, sum: sum))
        default: return readTotal(words)
        }
        return true
    }

    private mutating func readTotal(_ words: [String]) -> Bool {
        switch (words.first, words.count) {
        case ("active", 4):
            guard let currency = Currency(words[1]), let sum = Sum(words[2...]) else { return false }
            active[currency] = sum
        case ("both", 3):
            guard let currency = Currency(words[1]), let count = Int64(words[2]) else { return false }
            both[currency] = count
        case ("beneficiaries", 2):
            guard let count = Int64(words[1]) else { return false }
            beneficiaries = count
        default: return false
        }
        return true
    }
}

extension TrialTally.Sum {
    fileprivate var text: String { "\(rewards) \(amount)" }

    fileprivate init?(_ words: ArraySlice<String>) {
        let numbers = words.compactMap { Int64($0) }
        guard numbers.count == 2, words.count == 2 else { return nil }
        self.init(rewards: numbers[0], amount: numbers[1])
    }
}
