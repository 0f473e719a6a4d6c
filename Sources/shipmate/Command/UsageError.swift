internal import Basics

/// Arguments that make no command. The command prints it with the topic's usage on standard error and exits
/// 64.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// `EX_USAGE` of sysexits.h.
    static let exitStatus: Int32 = 64

    let message: String
    let topic: HelpTopic

    init(_ message: String, topic: HelpTopic) {
        self.message = message
        self.topic = topic
    }

    /// A word that isn't one of `known`, with the one it was likely meant to be.
    static func unknown(_ word: String, kind: String, known: [String], topic: HelpTopic) -> UsageError {
        let suggestion = Suggestion.nearest(to: word, among: known).map { "; did you mean \($0)?" }
        return UsageError("unknown \(kind) \(word)" + (suggestion ?? ""), topic: topic)
    }

    var description: String {
        "shipmate: \(message)\n\n\(topic.usage)"
    }
}
