internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Whose word counts, with the version by which it can be changed.
struct TrustReply: JSONOutput, Formed {
    let stored: StoredTrust

    static let form = Form<Self>(
        "ProgrammeReply", means: "The programme, but for its rules.", showsExample: false
    ) {
        Member("programme", programme)
    }

    private static let programme = Form<Self>(
        "Programme", means: "What becomes of rewards that rules find deserved."
    ) {
        TrustForm.reply.members(of: \.stored.terms)
        Member("version", .count, \.stored.version, "Each change is one more; also the ETag.", sample: 2)
    }

    var headers: [ResponseHeader] { [ResponseHeader(.etag, "\"\(stored.version)\"")] }
}
