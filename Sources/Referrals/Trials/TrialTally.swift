package import Values

/// The sums of rewards of a trial, or of a backfill.
package struct TrialTally: Equatable, Sendable {
    package struct Sum: Equatable, Sendable {
        package internal(set) var rewards: Int64 = 0
        package internal(set) var amount: Int64 = 0

        package init(rewards: Int64 = 0, amount: Int64 = 0) {
            self.rewards = rewards
            self.amount = amount
        }

        mutating func add(_ more: Int64) {
            rewards += 1
            let (sum, overflow) = amount.addingReportingOverflow(more)
            amount = overflow ? .max : sum
        }
    }

    /// A day (since 1970-01-01, in the programme's time zone), or a reason, of each currency.
    package struct Key<Part: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
        package let part: Part
        package let currency: Currency

        package init(part: Part, currency: Currency) {
            self.part = part
            self.currency = currency
        }

        package static func < (left: Key, right: Key) -> Bool {
            left.part == right.part
                ? left.currency.description < right.currency.description : left.part < right.part
        }
    }

    /// A player's total.
    package struct Largest: Equatable, Sendable {
        package let uid: UserID
        package let currency: Currency
        package let sum: Sum

        package init(uid: UserID, currency: Currency, sum: Sum) {
            self.uid = uid
            self.currency = currency
            self.sum = sum
        }
    }

    package static let largestCount = 20

    package var days: [Key<Int64>: Sum] = [:]
    /// For an administrator, by why.
    package var held: [Key<String>: Sum] = [:]
    package var denied: [Key<String>: Int64] = [:]
    /// The existing rewards of the rule of that name.
    package var active: [Currency: Sum] = [:]
    /// How many of those the trial gives too.
    package var both: [Currency: Int64] = [:]
    /// Nil while they aren't counted.
    package var beneficiaries: Int64?
    package var largest: [Largest] = []

    package init() {}

    package mutating func add(_ reward: TrialReward, in zone: ProgrammeZone) {
        let why = Key(part: reward.reason, currency: reward.currency)
        guard reward.isGiven else {
            denied[why, default: 0] += 1
            return
        }
        let day = Key(part: Int64(zone.day(of: reward.at)), currency: reward.currency)
        days[day, default: Sum()].add(reward.amount)
        if reward.isHeldByTrust { held[why, default: Sum()].add(reward.amount) }
        if reward.wasGiven { both[reward.currency, default: 0] += 1 }
    }

    package mutating func add(active reward: Reward) {
        active[reward.currency, default: Sum()].add(reward.amount)
    }

    /// The trial's rewards in each currency.
    package var given: [Currency: Sum] {
        days.reduce(into: [:]) { sums, day in
            var sum = sums[day.key.currency] ?? Sum()
            sum.add(day.value.amount)
            sum.rewards += day.value.rewards - 1
            sums[day.key.currency] = sum
        }
    }
}
