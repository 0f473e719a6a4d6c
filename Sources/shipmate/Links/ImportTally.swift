/// The results of the lines so far.
struct ImportTally: Equatable {
    var added = 0
    var repeated = 0
    var conflicts = 0
    var refused = 0

    var lines: Int { added + repeated + conflicts + refused }

    /// The last words on standard output.
    func summary(isDryRun: Bool) -> String {
        guard !isDryRun else {
            return "dry run, nothing was changed: \(added) can be imported, \(refused) refused"
        }
        return "\(added) imported, \(repeated) already there, \(conflicts) conflicts, \(refused) refused"
    }
}
