/// A `timestamptz`: microseconds since 1970-01-01 00:00 UTC, leap seconds not counted.
///
/// PostgreSQL counts from 2000-01-01; its `infinity` and `-infinity` are the two ends of the range.
package struct PostgresTimestamp: Hashable, Comparable, Sendable {
    package let microsecondsSince1970: Int64

    package init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    package static let infinity = PostgresTimestamp(microsecondsSince1970: .max)
    package static let negativeInfinity = PostgresTimestamp(microsecondsSince1970: .min)

    package static func < (left: PostgresTimestamp, right: PostgresTimestamp) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }

    /// 2000-01-01 less 1970-01-01, in microseconds.
    private static let epochOffset: Int64 = 946_684_800_000_000
}

extension PostgresTimestamp: PostgresScalar {
    package static var typeName: String { "timestamptz" }
    package static var oid: UInt32 { 1184 }
    package static var arrayOID: UInt32 { 1185 }

    package func encode(into writer: inout ByteWriter) {
        if self == .infinity { return writer.append(Int64.max) }
        let (shifted, overflow) = microsecondsSince1970.subtractingReportingOverflow(Self.epochOffset)
        writer.append(overflow ? Int64.min : shifted)
    }

    package static func decode(_ bytes: UnsafeRawBufferPointer) -> PostgresTimestamp? {
        guard let value = Int64.decode(bytes) else { return nil }
        if value == .min { return .negativeInfinity }
        let (shifted, overflow) = value.addingReportingOverflow(epochOffset)
        return overflow ? .infinity : PostgresTimestamp(microsecondsSince1970: shifted)
    }
}
