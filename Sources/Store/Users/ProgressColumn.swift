internal import Postgres
internal import Referrals

/// The columns of `users` that events change, and how a batch's sum changes them.
struct ProgressColumn: Sendable {
    let sum: Column<Progress>
    /// The new value by the sum's text: of what came, in order, all that `Progress.refusal` lets in.
    let moved: @Sendable (_ sum: String) -> String
    /// The stored old value: PostgreSQL 15 only returns new ones from UPDATE.
    let previous: (name: String, value: String)

    static let all = [level, highestLevel, milestones]

    static let level = ProgressColumn(
        sum: Column("level", "int") { $0.add($1.map(\.level)) },
        moved: { "coalesce(nullif(\($0), 0), u.level)" }, previous: ("previous_level", "u.level"))
    static let highestLevel = ProgressColumn(
        sum: Column("highest_level", "int") { $0.add($1.map(\.highestLevel)) },
        moved: { "greatest(u.highest_level, \($0))" },
        previous: ("previous_highest_level", "u.highest_level"))
    static let milestones = ProgressColumn(
        // As one text, since unnest takes no arrays of different lengths.
        sum: Column("milestones", "text") { $0.add($1.map(\.milestonesText)) },
        moved: { sum in
            """
            CASE WHEN \(sum) IS NULL THEN u.milestones ELSE u.milestones || ARRAY(
            SELECT name FROM unnest(string_to_array(\(sum), ',')) WITH ORDINALITY AS reached (name, place)
            WHERE name <> ALL (u.milestones) ORDER BY place
            LIMIT greatest(0, \(Milestone.countMax) - cardinality(u.milestones))) END
            """
        },
        previous: ("previous_milestone_count", "cardinality(u.milestones)"))

    /// `u.level, u.highest_level`, and what `SetCounters` writes once all that came was let in.
    static let columns = all.map { "u.\($0.sum.name)" }.joined(separator: ", ") + ", u.counters"
    static let previousColumns = all.map { "u.\($0.previous.name)" }.joined(separator: ", ")

    /// `previous_level = u.level, level = …`, by the text of the sum.
    func assignments(by sum: String) -> String {
        "\(previous.name) = \(previous.value), \(self.sum.name) = \(moved(sum))"
    }
}

extension Progress {
    var milestonesText: String? {
        milestones.isEmpty ? nil : milestones.map(\.description).joined(separator: ",")
    }
}

extension RowReader {
    /// Out of `ProgressColumn.columns`.
    mutating func readProgress() throws(PostgresError) -> Progress {
        let (level, highestLevel): (Int32, Int32) = (try read(), try read())
        let milestones: [String] = try read()
        return Progress(
            level: level, highestLevel: highestLevel, milestones: milestones.compactMap(Milestone.init),
            counters: try readCounters())
    }

    private mutating func readCounters() throws(PostgresError) -> [Counter: Int64] {
        let texts: [String] = try read()
        var counters: [Counter: Int64] = [:]
        for text in texts {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let counter = Counter(String(parts[0])), let sum = Int64(parts[1])
            else { throw .decoding("counter \(text)") }
            counters[counter] = sum
        }
        return counters
    }

    /// `progress` before its change, from `ProgressColumn.previousColumns`.
    mutating func readPrevious(of progress: Progress) throws(PostgresError) -> Progress {
        let (level, highestLevel, count): (Int32, Int32, Int32) = (try read(), try read(), try read())
        return Progress(
            level: level, highestLevel: highestLevel,
            milestones: Array(progress.milestones.prefix(Int(count))), counters: progress.counters)
    }
}
