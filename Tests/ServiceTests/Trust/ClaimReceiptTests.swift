import Crypto
import FoundationEssentials
import Links
import Referrals
import Testing
import Values

@testable import Rewards

/// A claim's receipt, and what others make of it.
@Suite struct ClaimReceiptTests {
    private static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
    private static let key = RootSecret().subkey(for: .claimReceipts)
    private static let anne = UserID(UUID())

    private static func receipt(
        _ match: MatchConfidence = .unique, of onceKey: [UInt8]? = [1], keyHash: [UInt8]? = nil
    ) -> ClaimReceipt {
        ClaimReceipt(match, referrer: anne, of: onceKey, keyHash: keyHash, at: now, key: key)
    }

    @Test(arguments: MatchConfidence.allCases)
    func `says who brought whom and how surely`(match: MatchConfidence) throws {
        let read = try #require(ClaimReceipt(Self.receipt(match).text))
        #expect(read == Self.receipt(match))
        #expect(read.source == ReferralSource(match) && read.referrer == Self.anne)
        #expect(read.refusal(keyHash: nil, at: Self.now, key: Self.key) == nil)
        #expect(read.refusal(keyHash: [7], at: Self.now, key: Self.key) == nil)
        #expect("\(read)" == "ClaimReceipt(secret)")
        let nobodys = ClaimReceipt(match, referrer: nil, of: nil, keyHash: nil, at: Self.now, key: Self.key)
        #expect(try #require(ClaimReceipt(nobodys.text)).referrer == nil)
    }

    @Test func `altered in any character it is none, or refused`() {
        let text = Self.receipt().text
        for onceKey in text.indices {
            for other in "A_9" where text[onceKey] != other {
                var altered = text
                altered.replaceSubrange(onceKey...onceKey, with: String(other))
                let refusal = ClaimReceipt(altered).map {
                    $0.refusal(keyHash: nil, at: Self.now, key: Self.key)
                }
                #expect(refusal == nil || refusal == .receiptInvalid, "\(altered)")
            }
        }
        for text in ["", "cr_", "rt_" + text.dropFirst(3), text + "A", String(text.dropLast()), "é" + text] {
            #expect(ClaimReceipt(text) == nil)
        }
    }

    @Test func `tells of the link that brought the player, unless its code is very long`() throws {
        for code in ["x", "nlAR8U4SlKRZw1cb2", String(repeating: "c", count: 64)] {
            let link = try #require(LinkCode(code))
            let receipt = ClaimReceipt(
                .default, referrer: Self.anne, through: link, of: [1], keyHash: [7], at: Self.now,
                key: Self.key)
            let read = try #require(ClaimReceipt(receipt.text))
            #expect(read == receipt && read.link == link && read.referrer == Self.anne)
            #expect(read.source == .claimDefault)
            #expect(read.refusal(keyHash: [7], at: Self.now, key: Self.key) == nil)
            for onceKey in receipt.text.indices {
                var altered = receipt.text
                altered.replaceSubrange(onceKey...onceKey, with: altered[onceKey] == "A" ? "B" : "A")
                let refusal = ClaimReceipt(altered).map {
                    $0.refusal(keyHash: [7], at: Self.now, key: Self.key)
                }
                #expect(refusal == nil || refusal == .receiptInvalid, "\(altered)")
            }
        }
        let long = LinkCode(String(repeating: "c", count: 65))
        let receipt = ClaimReceipt(
            .default, referrer: Self.anne, through: long, of: [1], keyHash: nil, at: Self.now, key: Self.key)
        #expect(try #require(ClaimReceipt(receipt.text)).link == nil)
        #expect(Self.receipt().link == nil)
    }

    @Test func `another installation's says nothing`() {
        let other = RootSecret().subkey(for: .claimReceipts)
        #expect(Self.receipt().refusal(keyHash: nil, at: Self.now, key: other) == .receiptInvalid)
    }

    @Test func `of a claim with a key it is good for a sign-up with that key alone`() {
        let receipt = Self.receipt(keyHash: [1, 2])
        #expect(receipt.refusal(keyHash: [1, 2], at: Self.now, key: Self.key) == nil)
        for foreign in [nil, [1], [2, 1]] as [[UInt8]?] {
            #expect(receipt.refusal(keyHash: foreign, at: Self.now, key: Self.key) == .receiptInvalid)
        }
    }

    @Test func `is good for seven days`() {
        let week = ClaimReceipt.lifetimeSeconds
        let receipt = Self.receipt()
        let last = Self.now.adding(seconds: week - 1)
        #expect(receipt.refusal(keyHash: nil, at: last, key: Self.key) == nil)
        let after = Self.now.adding(seconds: week)
        #expect(receipt.refusal(keyHash: nil, at: after, key: Self.key) == .receiptExpired)
    }

    @Test func `those of one click, or of one install, are one`() {
        #expect(Self.receipt(of: [1]).id == Self.receipt(of: [1], keyHash: [5]).id)
        #expect(Self.receipt(of: [1]).id != Self.receipt(of: [2]).id)
        #expect(Self.receipt(of: nil, keyHash: [5]).id == Self.receipt(of: nil, keyHash: [5]).id)
        #expect(Self.receipt(of: nil).id != Self.receipt(of: nil).id)
    }
}
