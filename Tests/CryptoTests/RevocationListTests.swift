import Crypto
import FoundationEssentials
import Testing

@Suite struct RevocationListTests {
    private let now: Int64 = 1_760_000_000
    private let ids = UUIDv7Generator()

    private func claims(_ sid: UUID, issuedAtSeconds: Int64) -> AccessClaims {
        AccessClaims(
            uid: sid, sid: sid, issuedAtSeconds: issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + 900)
    }

    @Test func `revokes the session named and no other`() {
        let list = RevocationList()
        let (ended, other) = (ids.next(atMilliseconds: now), ids.next(atMilliseconds: now))
        #expect(!list.isRevoked(claims(ended, issuedAtSeconds: now)))
        list.revoke(ended, nowSeconds: now)
        #expect(list.isRevoked(claims(ended, issuedAtSeconds: now)))
        #expect(!list.isRevoked(claims(other, issuedAtSeconds: now)))
    }

    @Test(arguments: [1, 300, 899, 900, 959])
    func `keeps a session until its last token has expired`(seconds: Int64) {
        let list = RevocationList(lifetimeSeconds: 900)
        for start in [0, 400, 899] as [Int64] {
            let sid = ids.next(atMilliseconds: now)
            list.revoke(ids.next(atMilliseconds: now), nowSeconds: now)
            list.revoke(sid, nowSeconds: now + start)
            list.prune(nowSeconds: now + start + seconds)
            #expect(list.isRevoked(claims(sid, issuedAtSeconds: now + start)))
        }
    }

    @Test func `forgets sessions whose tokens have all expired`() {
        let list = RevocationList(lifetimeSeconds: 900)
        for second in 0..<10_000 as Range<Int64> {
            list.revoke(ids.next(atMilliseconds: now), nowSeconds: now + second)
            #expect(list.count <= 2 * 960)
        }
        list.prune(nowSeconds: now + 20_000)
        #expect(list.count == 0)
    }

    @Test func `refuses all tokens issued so far rather than grow or let one pass`() {
        let list = RevocationList(lifetimeSeconds: 900, sessionsMax: 100)
        let sids = (0..<150).map { _ in ids.next(atMilliseconds: now) }
        for sid in sids { list.revoke(sid, nowSeconds: now) }
        #expect(list.count <= 200)
        #expect(sids.allSatisfy { list.isRevoked(claims($0, issuedAtSeconds: now)) })
        let other = ids.next(atMilliseconds: now)
        #expect(list.isRevoked(claims(other, issuedAtSeconds: now)))
        #expect(!list.isRevoked(claims(other, issuedAtSeconds: now + 1)))
    }
}
