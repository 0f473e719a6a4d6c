import Crypto
import Delivery
import FoundationEssentials
import Referrals
import Testing
import Values

/// What a stream's ticket keeps, and until when.
struct StreamTicketTests {
    private static let key = RootSecret().subkey(for: .streamTickets)
    private static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
    private static let claims = AccessClaims(
        uid: UUID(), sid: UUID(), issuedAtSeconds: 1_759_999_990, expiresAtSeconds: 1_760_000_890)

    private static func read(_ ticket: StreamTicket, at time: Timestamp, key: Subkey = key) -> StreamTicket? {
        StreamTicket(ticket.text(key: Self.key), key: key, at: time)
    }

    @Test(arguments: [nil, ChangeCursor(position: 7, day: 20_000)])
    func `it reads back as it was written`(cursor: ChangeCursor?) throws {
        let ticket = StreamTicket(of: Self.claims, after: cursor, at: Self.now)
        let read = try #require(Self.read(ticket, at: Self.now))
        #expect(read.id == ticket.id && read.claims == Self.claims)
        #expect(read.after == cursor && read.endsAt == ticket.endsAt)
    }

    @Test func `it is valid for a minute`() {
        let ticket = StreamTicket(of: Self.claims, after: nil, at: Self.now)
        #expect(Self.read(ticket, at: Self.now.adding(seconds: 59)) != nil)
        #expect(Self.read(ticket, at: Self.now.adding(seconds: 60)) == nil)
    }

    @Test func `only the key that wrote it reads it`() {
        let ticket = StreamTicket(of: Self.claims, after: nil, at: Self.now)
        let other = RootSecret().subkey(for: .streamTickets)
        #expect(Self.read(ticket, at: Self.now, key: other) == nil)
    }
}
