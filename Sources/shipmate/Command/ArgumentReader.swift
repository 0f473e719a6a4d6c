/// Takes options and words out of a command's arguments; what is left at the end is a mistake.
struct ArgumentReader {
    private let topic: HelpTopic
    private var remaining: [String]
    private var optionsSeen: [String] = []

    init(_ arguments: [String], topic: HelpTopic) {
        self.topic = topic
        remaining = arguments
    }

    /// True when `name` is among the arguments.
    mutating func flag(_ name: String) throws(UsageError) -> Bool {
        optionsSeen.append(name)
        guard let index = remaining.firstIndex(of: name) else { return false }
        remaining.remove(at: index)
        return true
    }

    /// The value of `name` (`--name value` or `--name=value`), or nil if it is absent.
    mutating func value(_ name: String) throws(UsageError) -> String? {
        optionsSeen.append(name)
        if let index = remaining.firstIndex(where: { $0.hasPrefix(name + "=") }) {
            return try present(String(remaining.remove(at: index).dropFirst(name.count + 1)), for: name)
        }
        guard let index = remaining.firstIndex(of: name) else { return nil }
        guard index + 1 < remaining.count, !remaining[index + 1].hasPrefix("--") else {
            throw UsageError("\(name) needs a value", topic: topic)
        }
        let value = remaining[index + 1]
        remaining.removeSubrange(index...index + 1)
        return try present(value, for: name)
    }

    mutating func required(_ name: String) throws(UsageError) -> String {
        guard let value = try value(name) else { throw UsageError("\(name) is missing", topic: topic) }
        return value
    }

    /// The next argument, which must not be an option. `meaning` is the name for the error if it is
    /// missing.
    mutating func word(_ meaning: String, among known: [String] = []) throws(UsageError) -> String {
        guard let word = remaining.first, !word.hasPrefix("-") else {
            throw UsageError("\(meaning) is missing", topic: topic)
        }
        remaining.removeFirst()
        guard known.isEmpty || known.contains(word) else {
            throw UsageError.unknown(word, kind: "command", known: known, topic: topic)
        }
        return word
    }

    /// The next argument, which must be no option, but may be `-`.
    mutating func path(_ meaning: String) throws(UsageError) -> String {
        guard remaining.first == "-" else { return try word(meaning) }
        return remaining.removeFirst()
    }

    /// Refuses all remaining arguments.
    func finish() throws(UsageError) {
        guard let first = remaining.first else { return }
        let name = String(first.prefix { $0 != "=" })
        if optionsSeen.contains(name) {
            throw UsageError("\(name) is given twice or has no value to take", topic: topic)
        }
        let kind = first.hasPrefix("-") ? "option" : "argument"
        throw UsageError.unknown(name, kind: kind, known: optionsSeen + ["--help"], topic: topic)
    }

    private func present(_ value: String, for name: String) throws(UsageError) -> String {
        if value.isEmpty { throw UsageError("\(name) is empty", topic: topic) }
        return value
    }
}
