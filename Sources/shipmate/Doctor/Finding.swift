/// A line of `shipmate doctor`: what was checked, and what to do if it failed.
struct Finding: Equatable, CustomStringConvertible {
    let subject: String
    let words: String
    /// Nil if nothing is wrong.
    let fix: String?

    static func good(_ subject: String, _ words: String) -> Finding {
        Finding(subject: subject, words: words, fix: nil)
    }

    static func failed(_ subject: String, _ words: String, fix: String) -> Finding {
        Finding(subject: subject, words: words, fix: fix)
    }

    var isGood: Bool { fix == nil }

    var description: String {
        let padding = String(repeating: " ", count: max(1, 14 - subject.count))
        let line = "\(isGood ? "ok    " : "failed")  \(subject)\(padding)\(words)"
        return fix.map { "\(line)\n        fix: \($0)" } ?? line
    }
}
