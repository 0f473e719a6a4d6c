internal import API
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Values

/// The reply to Branch's SDKs about a session: the link that opened it, and the ids that they keep.
struct BranchSessionView: JSONOutput {
    /// Nil for no link.
    let reply: ClaimReply?
    let longLink: String?
    /// The URL that opened the app, if it is no link of ours.
    let otherLink: String?
    let isFirst: Bool
    let ids: BranchSessionIDs
    let identity: String?

    static var schema: Schema {
        .object(
            "BranchSession", means: "The link that opened the app, in Branch's form.",
            [
                "session_id": .branchID.means("Names the session."),
                "identity_id": .string(upTo: 128).means("The value of the request, or a new one."),
                "randomized_bundle_token": .string(upTo: 128).means("The same."),
                "device_fingerprint_id": .string(upTo: 128).means("The value of the request, or a new one."),
                "randomized_device_token": .string(upTo: 128).means("The same."),
                "identity": .string(upTo: 128).orNull.means("As the link has it."),
                "data": .string(upTo: 262144).means(
                    """
                    JSON text: `+clicked_branch_link`, `+is_first_session`, and for a link \
                    `+match_guaranteed`, `~referring_link`, its labels and its `data`. Another URL that \
                    opened the app is `+non_branch_link`.
                    """),
                "link_click_id": .uuid.orNull.means("For `POST /v1/links/events`."),
                "referring_link": .string(upTo: 262144).orNull.means("The link."),
                "referring_identity": .string(upTo: 128).orNull.means("The link's `identity`."),
                "match": .openChoice("unique", "default", "weak", "none").means(
                    "Pass it to `POST /v1/users` or `PUT /v1/users/me/referrer` as `match_confidence`."),
                "referral_code": .string(upTo: 10).orNull.means(
                    "Pass it to `POST /v1/users` or `PUT /v1/users/me/referrer` as `referred_by`."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        let data = JSONWriter.bytes(of: JSONValue.object(sessionData))
        writer.object { writer in
            writer.member("session_id", ids.session)
            writer.member("identity_id", ids.bundle)
            writer.member("randomized_bundle_token", ids.bundle)
            writer.member("device_fingerprint_id", ids.device)
            writer.member("randomized_device_token", ids.device)
            writer.member("identity", identity)
            writer.member("data", String(decoding: data, as: UTF8.self))
            writer.member("link_click_id", reply?.clickID)
            writer.member("referring_link", referringLink)
            writer.member("referring_identity", reply?.spec?.legacy[LegacyNames.identity])
            writer.member("match", (reply?.match ?? .none).rawValue)
            writer.member("referral_code", reply?.invitation?.referralCode?.description)
        }
    }

    private var referringLink: String? {
        guard let spec = reply?.spec else { return nil }
        return reply?.code.map(spec.prefix.shortLink) ?? longLink
    }

    /// The link's data, with Branch's additions.
    private var sessionData: [JSONMember] {
        var members = [
            JSONMember("+clicked_branch_link", .bool(reply != nil)),
            JSONMember("+is_first_session", .bool(isFirst)),
        ]
        if let otherLink { members.append(JSONMember("+non_branch_link", .string(otherLink))) }
        guard let reply, let spec = reply.spec else { return members }
        members.append(JSONMember("+match_guaranteed", .bool(reply.match == .unique)))
        for (name, value) in [
            ("~referring_link", referringLink), ("~id", reply.code?.description), ("~channel", spec.channel),
            ("~feature", spec.feature), ("~campaign", spec.campaign),
            ("~stage", spec.legacy[LegacyNames.stage]), ("+referrer", spec.legacy[LegacyNames.identity]),
            ("$canonical_url", spec.taggedLink.description),
        ] {
            if let value { members.append(JSONMember(name, .string(value))) }
        }
        if !spec.tags.isEmpty { members.append(JSONMember("~tags", .array(spec.tags.map { .string($0) }))) }
        guard let json = spec.data.json,
            case .object(let own)? = try? JSONParser.parse(Array(json.utf8))
        else { return members }
        // A link's own data can't imitate our members.
        let ours = Set(members.map(\.name).filter { $0 != "$canonical_url" })
        let given = own.filter { !ours.contains($0.name) }
        let names = Set(given.map(\.name))
        return members.filter { !names.contains($0.name) } + given
    }
}

/// The ids that Branch's SDKs keep and send again: numbers that mean nothing here.
struct BranchSessionIDs {
    let session: String
    let bundle: String
    let device: String

    init(_ body: BranchBody) throws(Problem) {
        session = Self.new()
        bundle = try Self.first("randomized_bundle_token", "identity_id", in: body)
        device = try Self.first("randomized_device_token", "device_fingerprint_id", in: body)
    }

    /// By the newer name or the older one.
    private static func first(
        _ new: String, _ old: String, in body: BranchBody
    ) throws(Problem) -> String {
        let given = (try body.scalar(new), try body.scalar(old))
        return given.0 ?? given.1 ?? Self.new()
    }

    /// Of the length that the SDKs check.
    private static func new() -> String {
        String(UInt64.random(in: 100_000_000_000_000_000...999_999_999_999_999_999))
    }
}

extension Schema {
    fileprivate static var branchID: Schema { .string.pattern("[0-9]{18}") }
}
