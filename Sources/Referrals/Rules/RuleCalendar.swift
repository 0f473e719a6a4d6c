package import Values

/// When rules were active, and when those that are will be.
package struct RuleCalendar: Equatable, Sendable {
    /// A time in which a rule was active without a break.
    package struct Period: Equatable, Sendable {
        package let rule: RuleName
        /// Nil for a time before the first programme that is known of.
        package let from: Timestamp?
        /// Nil without an end in sight.
        package let until: Timestamp?

        package init(_ rule: RuleName, from: Timestamp?, until: Timestamp?) {
            self.rule = rule
            self.from = from
            self.until = until
        }
    }

    /// The active rules from a time on, each with its own start and end.
    package struct Programme: Equatable, Sendable {
        package let madeAt: Timestamp
        package private(set) var rules: [Window]

        package struct Window: Equatable, Sendable {
            package let rule: RuleName
            package let from: Timestamp?
            package let until: Timestamp?

            package init(_ rule: RuleName, from: Timestamp?, until: Timestamp?) {
                self.rule = rule
                self.from = from
                self.until = until
            }
        }

        package init(madeAt: Timestamp, rules: [Window]) {
            self.madeAt = madeAt
            self.rules = rules
        }
    }

    /// In the order of their start.
    package let periods: [Period]

    /// - Parameters:
    ///   - programmes: in the order in which they were made; each ends where the next begins.
    ///   - isWhole: whether there was none before the first.
    package init(_ programmes: [Programme], isWhole: Bool) {
        var (periods, last): ([Period], [RuleName: Int]) = ([], [:])
        for (index, programme) in programmes.enumerated() {
            let next = index + 1 < programmes.count ? programmes[index + 1].madeAt : nil
            let isOpen = index == 0 && !isWhole
            for window in programme.rules {
                let from = max(programme.madeAt, window.from ?? programme.madeAt)
                let until = [next, window.until].compactMap(\.self).min()
                if let until, until <= from { continue }
                // A change of other rules, or of its terms, is no break.
                if let former = last[window.rule], periods[former].until == from {
                    periods[former] = Period(window.rule, from: periods[former].from, until: until)
                } else {
                    last[window.rule] = periods.count
                    let isEarlier = isOpen && from == programme.madeAt
                    periods.append(Period(window.rule, from: isEarlier ? nil : from, until: until))
                }
            }
        }
        self.periods = periods.sorted { ($0.begin, $0.rule) < ($1.begin, $1.rule) }
    }
}

extension RuleCalendar.Period {
    fileprivate var begin: Timestamp { from ?? Timestamp(microsecondsSince1970: .min) }
}
