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
        let milliseconds = UInt32((time.microsecondsSince1970 - days * microsecondsPerDay) / 1000)
        let (seconds, minutes) = (milliseconds / 1000, milliseconds / 60_000)
        let date = CivilDate(days: days)
        text.append(fourDigits: UInt32(date.year % 10_000))
        text.append(UInt8(ascii: "-"))
        text.append(twoDigits: UInt32(date.month))
        text.append(UInt8(ascii: "-"))
        text.append(twoDigits: UInt32(date.day))
        text.append(UInt8(ascii: "T"))
        text.append(twoDigits: minutes / 60)
        text.append(UInt8(ascii: ":"))
        text.append(twoDigits: minutes % 60)
        text.append(UInt8(ascii: ":"))
        text.append(twoDigits: seconds % 60)
        text.append(UInt8(ascii: "."))
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: milliseconds % 1000 / 100))
        text.append(twoDigits: milliseconds % 100)
        text.append(UInt8(ascii: "Z"))
    }

    /// Nil for anything but a date and a time with an offset, in the years 1970 to 9999. Digits of the second
    /// past the sixth are dropped. A leap second, which is the 60th of a UTC day's last minute, is the second
    /// after it (section 5.7).
    package static func parse(_ text: String) -> Timestamp? {
        var reader = DigitReader(Array(text.utf8))
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T") || reader.skip("t"), let hour = reader.digits(2),
            reader.skip(":"), let minute = reader.digits(2), reader.skip(":"), let second = reader.digits(2),
            let fraction = reader.fraction(), let offset = reader.offsetMinutes(), reader.isAtEnd,
            year >= 1970, hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        let seconds = date.days * CivilDate.secondsPerDay + hour * 3600 + (minute - offset) * 60 + second
        guard date.isReal, (0..<secondsMax).contains(seconds) else { return nil }
        if second == 60, seconds % CivilDate.secondsPerDay != 0 { return nil }
        return Timestamp(microsecondsSince1970: seconds * 1_000_000 + fraction)
    }
}

extension OutputSpan<UInt8> {
    /// - Parameter number: below 10,000.
    fileprivate mutating func append(fourDigits number: UInt32) {
        append(twoDigits: number / 100)
        append(twoDigits: number % 100)
    }

    /// - Parameter number: below 100.
    fileprivate mutating func append(twoDigits number: UInt32) {
        let tens = UInt16(truncatingIfNeeded: number / 10)
        let ones = UInt16(truncatingIfNeeded: number) &- tens &* 10
        append(bytesOf: UInt16(littleEndian: 0x3030 &+ tens &+ ones << 8))
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
