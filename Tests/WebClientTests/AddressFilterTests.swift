import Testing

@testable import WebClient

/// Where a connection may go.
struct AddressFilterTests {
    @Test(
        arguments: [
            "8.8.8.8", "1.1.1.1", "93.184.216.34", "172.15.255.255", "172.32.0.0", "192.167.255.255",
            "11.0.0.0",
            "100.63.255.255", "100.128.0.0", "169.253.255.255", "198.17.255.255", "198.20.0.0",
            "223.255.255.255",
            "2606:4700:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2001:200::", "2003::1",
            "64:ff9b::8.8.8.8",
        ])
    func `lets through to what anybody can reach`(address: String) throws {
        #expect(AddressFilter.publicOnly.allows(try #require(IPAddress(address))))
    }

    @Test(
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1",
            "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:169.254.169.254", "::7f00:1",
            "::8.8.8.8",
            "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:1::1", "100::1",
            "2001::1", "2001:db8::1", "2001:10::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1", "4000::1",
            "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
        ])
    func `refuses what only some can reach, and whatever leads there`(address: String) throws {
        let ip = try #require(IPAddress(address))
        #expect(!AddressFilter.publicOnly.allows(ip))
        #expect(AddressFilter.any.allows(ip))
    }

    @Test func `lets through to ranges that are named, and to nothing beside them`() throws {
        let ranges = ["10.1.0.0/16", "127.0.0.1", "fd00::/8", "fe80::a:b/127"].compactMap(AddressRange.init)
        #expect(ranges.count == 4)
        let filter = AddressFilter(publicAnd: ranges)
        for (address, isAllowed) in [
            ("10.1.0.0", true), ("10.1.255.255", true), ("10.2.0.0", false), ("10.0.255.255", false),
            ("127.0.0.1", true), ("127.0.0.2", false), ("fdff::1", true), ("fe00::1", false),
            ("fe80::a:a", true), ("fe80::a:b", true), ("fe80::a:c", false), ("8.8.8.8", true),
            // One of IPv6 that holds one of IPv4 is neither.
            ("::ffff:10.1.0.1", false),
        ] {
            #expect(filter.allows(try #require(IPAddress(address))) == isAllowed, "\(address)")
        }
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/-1", "fd00::/129", "10.0.0/8", "10.0.0.0/8/8", "localhost", "1/x",
    ])
    func `a range that is none isn't guessed`(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test func `all is within nothing's bits`() throws {
        #expect(try #require(AddressRange("0.0.0.0/0")).contains(.v4(.max)))
        #expect(try #require(AddressRange("::/0")).contains(.v6(high: .max, low: .max)))
    }
}
