import EventLoops
import Testing

/// Lists of addresses and networks.
struct AddressListTests {
    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7", true), ("203.0.113.7", "203.0.113.8", false),
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("0.0.0.0/0", "198.51.100.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("2001:db8:1:2::/64", "2001:db8:1:2::9", true), ("192.0.2.1, 10.0.0.0/8", "10.1.1.1", true),
        ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("10.0.0.0/8", "local", false),
    ]) func `an address is in it or not`(_ text: String, _ address: String, _ isIn: Bool) throws {
        let list = try #require(AddressList(text))
        #expect(list.contains(PeerAddress(address)) == isIn)
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0", "host", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/65", "2001:db8::1",
    ]) func `other text is no list`(_ text: String) {
        #expect(AddressList(text) == nil)
    }

    @Test func `an empty one contains nothing`() throws {
        #expect(try #require(AddressList("")).contains(PeerAddress("127.0.0.1")) == false)
    }
}
