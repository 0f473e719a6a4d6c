package import JSON

extension Fields {
    /// Throws a validation problem at once when `value` is no object.
    package init(_ value: JSONValue) throws(Problem) {
        self.init(element: value, pointer: "")
        if !errors.isEmpty { throw .validation(errors) }
    }

    /// Throws what was wrong, as one validation problem.
    package func finish() throws(Problem) {
        let all = mistakes
        if !all.isEmpty { throw .validation(all) }
    }

    /// Throws what was wrong, or returns required values as they were extracted.
    package func finish<each Value>(_ values: repeat (each Value)?) throws(Problem) -> (repeat each Value) {
        try finish()
        return (repeat try required(each values))
    }

    /// A required value that is nil without a mistake was never extracted here: the endpoint's fault, not the
    /// caller's.
    private func required<Value>(_ value: Value?) throws(Problem) -> Value {
        guard let value else { throw .internalError }
        return value
    }
}
