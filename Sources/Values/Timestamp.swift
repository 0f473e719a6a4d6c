/// A point in time, in microseconds since 1970-01-01T00:00:00Z: PostgreSQL's own precision.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let microsecondsSince1970: Int64

    package init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }

    /// The first or last time there is, where it would be outside of 64 bits.
    package func adding(microseconds: Int64) -> Timestamp {
        let (sum, overflow) = microsecondsSince1970.addingReportingOverflow(microseconds)
        guard overflow else { return Timestamp(microsecondsSince1970: sum) }
        return Timestamp(microsecondsSince1970: microseconds < 0 ? .min : .max)
    }

    /// The first or last time there is, where it would be outside of 64 bits.
    package func adding(seconds: Int64) -> Timestamp {
        let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard overflow else { return adding(microseconds: microseconds) }
        return Timestamp(microsecondsSince1970: seconds < 0 ? .min : .max)
    }

    /// The end of its millisecond for a time in whole milliseconds, as times are shown, so that a time that
    /// was shown isn't before the row that it is of. Any other time is exact.
    package var throughItsMillisecond: Timestamp {
        microsecondsSince1970.isMultiple(of: 1_000) ? adding(microseconds: 999) : self
    }
}
