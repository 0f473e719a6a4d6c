package import JSON

extension JSONError {
    package var problem: Problem {
        .badJSON("\(reason) (at byte \(offset))")
    }
}
