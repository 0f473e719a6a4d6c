/// Finds the intended name behind a mistyped one.
package enum Suggestion {
    /// The name with the fewest edits from `word`, or nil when none is near: at most a third of its letters
    /// may differ.
    package static func nearest(to word: String, among names: [String]) -> String? {
        guard let best = ranked(word, names) else { return nil }
        return best.distance <= max(1, best.name.utf8.count / 3) ? best.name : nil
    }

    /// The name with the fewest edits from `word`, however far; nil without names.
    package static func nearestOfAll(to word: String, among names: [String]) -> String? {
        ranked(word, names)?.name
    }

    private static func ranked(_ word: String, _ names: [String]) -> (name: String, distance: Int)? {
        let word = Array(word.utf8)
        return names.map { (name: $0, distance: distance(word, Array($0.utf8))) }
            .min { $0.distance < $1.distance }
    }

    /// Insertions, deletions and replacements between two texts (Levenshtein 1966), one row at a time.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
