import Links
import Values

/// What tests name once.
enum Sample {
    static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)
    static let code = ReferralCode("0123456789")!
}

extension Visitor {
    /// What an agent tells of the device, whatever its browser can do.
    static func device(_ agent: String) -> Visitor {
        var visitor = Visitor(userAgent: agent)
        visitor.opensIntents = false
        return visitor
    }
}
