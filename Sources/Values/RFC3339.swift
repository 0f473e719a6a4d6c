internal import Basics

/// Times as the API writes and reads them. Source: RFC 3339, section 5.6.
package enum RFC3339 {
    private static let microsecondsPerDay = CivilDate.secondsPerDay * 1_000_000
    /// The end of the year 9999.
    private static let secondsMax: Int64 = 253_402_300_800

    package static let textLength = 24

    /// In UTC with milliseconds: `2026-11-21T12:00:00.000Z`.
    package static func format(_ time: Timestamp) -> String {
        String(unsafeUninitializedCapacity: textLength) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            write(time, to: &text)
            return text.finalize(for: buffer)
        }
    }

    /// The same where there is room for it already.
    package static func write(_ time: Timestamp, to text: inout OutputSpan<UInt8>) {
        let days = time.microsecondsSince1970.flooredQuotient(microsecondsPerDay)
        let milliseconds = (time.microsecondsSince1970 - days * microsecondsPerDay) / 1000
        let date = CivilDate(days: days)
        text.append(digits: date.year, 4)
        text.append(UInt8(ascii: "-"))
        text.append(digits: date.month, 2)
        text.append(UInt8(ascii: "-"))
        text.append(digits: date.day, 2)
        text.append(UInt8(ascii: "T"))
        text.append(digits: milliseconds / 3_600_000, 2)
        text.append(UInt8(ascii: ":"))
        text.append(digits: milliseconds / 60_000 % 60, 2)
        text.append(UInt8(ascii: ":"))
        text.append(digits: milliseconds / 1000 % 60, 2)
        text.append(UInt8(ascii: "."))
        text.append(digits: milliseconds % 1000, 3)
        text.append(UInt8(ascii: "Z"))
    }

    /// Nil for anything but a date and a time with an offset, in the years 1970 to 9999. Digits of the second
    /// past the sixth are dropped.
    package static func parse(_ text: String) -> Timestamp? {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T") || reader.skip("t"), let hour = reader.digits(2),
            reader.skip(":"), let minute = reader.digits(2), reader.skip(":"), let second = reader.digits(2),
            let fraction = reader.fraction(), let offset = reader.offsetMinutes(), reader.isAtEnd,
            year >= 1970, hour < 24, minute < 60, second < 60
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        let seconds = date.days * CivilDate.secondsPerDay + hour * 3600 + (minute - offset) * 60 + second
        guard date.isReal, (0..<secondsMax).contains(seconds) else { return nil }
        return Timestamp(microsecondsSince1970: seconds * 1_000_000 + fraction)
    }
}

extension OutputSpan<UInt8> {
    /// Four digits at most, with zeroes before them.
    fileprivate mutating func append(digits number: Int64, _ width: Int) {
        if width > 3 { append(UInt8(ascii: "0") + UInt8(number / 1000 % 10)) }
        if width > 2 { append(UInt8(ascii: "0") + UInt8(number / 100 % 10)) }
        append(UInt8(ascii: "0") + UInt8(number / 10 % 10))
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

private struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digits(_ width: Int) -> Int64? {
        guard position + width <= bytes.count else { return nil }
        var number: Int64 = 0
        for byte in bytes[position..<position + width] {
            guard let digit = byte.digitValue else { return nil }
            number = number * 10 + Int64(digit)
        }
        position += width
        return number
    }

    /// Microseconds; 0 when there is no fraction, nil when there is a dot and no digit, or more than nine.
    mutating func fraction() -> Int64? {
        guard skip(".") else { return 0 }
        var microseconds: Int64 = 0
        var count = 0
        while position < bytes.count, let digit = bytes[position].digitValue {
            if count < 6 { microseconds = microseconds * 10 + Int64(digit) }
            count += 1
            position += 1
        }
        guard (1...9).contains(count) else { return nil }
        for _ in count..<max(count, 6) { microseconds *= 10 }
        return microseconds
    }

    mutating func offsetMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24,
            minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isEast ? 1 : -1)
    }
}
