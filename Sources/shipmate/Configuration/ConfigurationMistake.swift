/// One setting that can't be used: which, its value with secrets hidden, and what is allowed.
struct ConfigurationMistake: Equatable, Sendable, CustomStringConvertible {
    let name: String
    let value: String?
    let allowed: String

    var description: String {
        let shown = value.map { "=\($0)" } ?? ""
        return "\(name)\(shown): \(allowed)"
    }
}

/// All mistakes, so that they can be fixed at once.
struct ConfigurationMistakes: Error, Equatable, CustomStringConvertible {
    /// `EX_CONFIG` of sysexits.h.
    static let exitStatus: Int32 = 78

    let all: [ConfigurationMistake]

    var description: String {
        (["shipmate: the configuration has \(all.count == 1 ? "a mistake" : "\(all.count) mistakes")"]
            + all.map { "  \($0)" }).joined(separator: "\n")
    }
}
