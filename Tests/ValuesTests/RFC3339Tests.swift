import Testing
import Values

@Suite struct RFC3339Tests {
    @Test(
        arguments: [
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
            ("2016-12-31t23:59:60.25z", "2017-01-01T00:00:00.250Z"),
            ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00.000Z"),
            ("2017-01-01T05:29:60+05:30", "2017-01-01T00:00:00.000Z"),
            ("2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000Z"),
        ])
    func `a leap second is the second after it`(text: String, time: String) {
        #expect(RFC3339.parse(text).map(RFC3339.format) == time)
    }

    @Test(
        arguments: [
            "2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z", "2016-12-31T23:59:60+01:00",
            "2016-12-31T23:59:61Z", "2016-12-31T24:00:00Z", "9999-12-31T23:59:60Z", "2016-12-31T00:00:60Z",
            "2016-12-31T23:59:60",
        ])
    func `a sixtieth second is none at another time`(text: String) {
        #expect(RFC3339.parse(text) == nil)
    }
}
