import Invitations
import Links
import TestSupport
import Testing
import Values

@Suite struct KnownLinkTests {
    private static let now = Timestamp(microsecondsSince1970: 1_795_000_000_000_000)
    private static let visitors = [
        Visitor(platform: .android), Visitor(platform: .iphone), Visitor(platform: .ipad),
        Visitor(platform: .desktop), Visitor(platform: .android, bot: .facebook),
    ]

    private func link(_ parameters: String, expiresAt: Timestamp? = nil) throws -> Link {
        var spec = try LongLink.parse("https://go.example.com/?link=https://example.com/join&\(parameters)")
            .spec
        spec.expiresAt = expiresAt
        return Link(code: LinkCode("abc")!, spec: spec, owner: nil, createdAt: Self.now)
    }

    @Test(arguments: [
        "apn=com.example.game&ibi=com.example.game&utm_source=a%20b", "afl=https://example.com/a", "st=x",
        "ibi=com.example.game&efr=1",
    ])
    func `leads everybody where the link does, however often it is opened`(_ parameters: String) throws {
        let link = try link(parameters)
        let known = KnownLink(link)
        for round in 0..<4 {
            for visitor in Self.visitors {
                let clickID = "0198c000-0000-7000-8000-00000000000\(round)"
                let opening = known.opening(
                    for: visitor, in: .test, clickID: clickID, at: Self.now)
                #expect(
                    opening == link.opening(for: visitor, in: .test, clickID: clickID, at: Self.now))
            }
        }
    }

    @Test func `what it remembers ends when the link does`() throws {
        let known = KnownLink(
            try link("apn=com.example.game", expiresAt: Self.now.adding(seconds: 60)))
        let android = Visitor(platform: .android)
        for _ in 0..<3 {
            let opening = known.opening(for: android, in: .test, clickID: "CLICK", at: Self.now)
            #expect(opening != .ended(.expired))
        }
        let late = Self.now.adding(seconds: 61)
        #expect(known.opening(for: android, in: .test, clickID: "CLICK", at: late) == .ended(.expired))
    }
}
