internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Trust settings, with the version for a change.
struct TrustReply: JSONOutput, Formed {
    let stored: StoredTrust

    static let form = Form<Self>(
        "ProgrammeReply", means: "The programme without its rules.", showsExample: false
    ) {
        Member("programme", programme)
    }

    private static let programme = Form<Self>(
        "Programme", means: "What to do with rewards that rules grant."
    ) {
        TrustForm.reply.members(of: \.stored.terms)
        Member("version", .count, \.stored.version, "Grows with each change; also the ETag.", sample: 2)
    }

    var headers: [ResponseHeader] { [ResponseHeader(.etag, "\"\(stored.version)\"")] }
}
