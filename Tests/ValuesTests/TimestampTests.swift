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

    @Test func `a sum outside of 64 bits is the first or the last time`() {
        let (first, last) = (Timestamp(microsecondsSince1970: .min), Timestamp(microsecondsSince1970: .max))
        let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
        for (sum, time) in [
            (now.adding(seconds: .max), last), (now.adding(seconds: .min), first),
            (last.adding(microseconds: 1), last), (first.adding(seconds: -1), first),
            (first.adding(seconds: .min / 1_000_000), first),
        ] { #expect(sum == time) }
        #expect(now.adding(seconds: -1).microsecondsSince1970 == 1_759_999_999_000_000)
    }

    @Test func `a day starts where it says`() {
        #expect(Timestamp(startOf: 20_000).day == 20_000)
        #expect(Timestamp(startOf: 20_000).adding(microseconds: -1).day == 19_999)
    }
}
