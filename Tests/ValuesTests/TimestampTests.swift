import Testing
import Values

struct TimestampTests {
    @Test(
        arguments: [
            (0, 0), (86_399_999_999, 0), (86_400_000_000, 1), (-1, -1), (-86_400_000_000, -1),
            (Int64.max, 106_751_991), (.min, -106_751_992),
        ] as [(Int64, Int32)])
    func `is on a day of UTC`(microseconds: Int64, day: Int32) {
        #expect(Timestamp(microsecondsSince1970: microseconds).day == day)
    }

    @Test func `a day starts where it says`() {
        #expect(Timestamp(startOf: 20_000).day == 20_000)
        #expect(Timestamp(startOf: 20_000).adding(microseconds: -1).day == 19_999)
    }
}
