package import Postgres
package import Values

/// From when to when rows are counted.
package struct CountedSpan: Equatable, Sendable {
    package let from: Timestamp?
    package let until: Timestamp?

    /// - Parameters:
    ///   - from: nil for the beginning.
    ///   - until: nil for the end.
    package init(from: Timestamp?, until: Timestamp?) {
        self.from = from
        self.until = until
    }

    /// By the calendar: dividing an epoch, which is numeric, takes half as long again.
    static func day(_ time: String) -> String {
        "((\(time) AT TIME ZONE 'UTC')::date - '1970-01-01'::date)"
    }

    static func condition(_ time: String) -> String {
        """
        \(time) >= coalesce($1, '-infinity'::timestamptz) AND \(time) < coalesce($2, \(PageEnds.time))
        """
    }

    func bind(to parameters: inout Parameters) {
        parameters.add(from.map(PostgresTimestamp.init))
        parameters.add(until.map(PostgresTimestamp.init))
    }
}

/// A statement about what is of a stretch of time, with no other parameter.
package protocol OfSpan: Statement {
    var span: CountedSpan { get }
}

extension OfSpan {
    package func bind(to parameters: inout Parameters) {
        span.bind(to: &parameters)
    }
}

/// One that gives `max` rows at most.
package protocol OfFewRows: OfSpan {
    var max: Int { get }
}

extension OfFewRows {
    package func bind(to parameters: inout Parameters) {
        span.bind(to: &parameters)
        parameters.add(Int64(max))
    }
}
