/// A point in time, in microseconds since 1970-01-01T00:00:00Z: PostgreSQL's own precision.
package struct Timestamp: Hashable, Comparable, Sendable {
    package let microsecondsSince1970: Int64

    package init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }

    package func adding(microseconds: Int64) -> Timestamp {
        Timestamp(microsecondsSince1970: microsecondsSince1970 + microseconds)
    }

    package func adding(seconds: Int64) -> Timestamp {
        Timestamp(microsecondsSince1970: microsecondsSince1970 + seconds * 1_000_000)
    }
}
