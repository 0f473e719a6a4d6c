import Links
import TestSupport
import Testing

/// Safari says the same on an iPad and on a Mac.
@Suite struct PadOrMacTests {
    @Test(arguments: [
        ("\(VisitorTests.mac) \(VisitorTests.webkit) Version/17.4.1 Safari/605.1.15", true),
        ("\(VisitorTests.mac) \(VisitorTests.webkit) Version/17.4 Mobile/15E148 Safari/604.1", false),
        ("\(VisitorTests.mac) \(VisitorTests.blink) Chrome/124.0.0.0 Safari/537.36", false),
        ("\(VisitorTests.mac) Gecko/20100101 Firefox/125.0", false), (UserAgent.iMessage, false),
        (UserAgent.desktop, false), (UserAgent.iPhone, false),
    ]) func `Safari on a Macintosh may be an iPad's, and is what it was found to be`(
        agent: String, mayBe: Bool
    ) {
        let visitor = Visitor(userAgent: agent)
        #expect(visitor.mayBeIPad == mayBe)
        for (device, platform) in [("ipad", Platform.ipad), ("desktop", .desktop), ("x", .desktop)] {
            let found = visitor.found(toBe: device)
            #expect(found.platform == (mayBe ? platform : visitor.platform) && !found.mayBeIPad)
            #expect(!mayBe || found.osVersion == (device == "ipad" ? "17.4.1" : nil))
        }
    }
}
