package import Values

/// The position of a fact in the order in which the service recorded facts: those of one transaction share
/// one time.
///
/// A time in sixteenths of a microsecond since 1970, or a little later where several facts share it. So a
/// fact without a number of its own has that of its time.
package struct FactNumber: Hashable, Comparable, Sendable {
    package static let perMicrosecond: Int64 = 16

    package let value: Int64

    package init(_ value: Int64) {
        self.value = value
    }

    /// The first at a time.
    package init(firstAt time: Timestamp) {
        let (value, overflow) = time.microsecondsSince1970.multipliedReportingOverflow(
            by: Self.perMicrosecond)
        self.init(overflow ? (time.microsecondsSince1970 < 0 ? .min : .max) : value)
    }

    package func advanced(by count: Int) -> FactNumber {
        FactNumber(value + Int64(count))
    }

    package static func < (left: FactNumber, right: FactNumber) -> Bool { left.value < right.value }
}
