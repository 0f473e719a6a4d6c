internal import HTTP
internal import Links
internal import Service

/// A link as Branch's `POST /v1/url` describes one.
struct BranchLink {
    /// `type`: 1 is good for one claim. 2 put a link on Branch's dashboard and says nothing here.
    private static let types: ClosedRange<Int64> = 0...2
    /// `duration` is Branch's window for matching; here it is one for all links, so it is checked and let go.
    private static let durations: ClosedRange<Int64> = 0...31_536_000

    let spec: LinkSpec
    let code: NewLink.Code

    init(_ body: BranchBody, in profile: AppProfile) throws(Problem) {
        let data = try Self.data(body)
        var spec = LinkSpec(branch: data, in: profile)
        spec.channel = try body.text("channel")
        spec.feature = try body.text("feature")
        spec.campaign = try body.text("campaign")
        spec.tags = try body.texts("tags", countMax: LinkLabels.tagsMax, charactersMax: 64)
        spec.isOneTime = try body.integer("type", in: Self.types) == 1
        _ = try body.integer("duration", in: Self.durations)
        self.spec = spec
        code = try Self.code(body, profile)
    }

    private static func data(_ body: BranchBody) throws(Problem) -> LinkData {
        guard let object = try body.object("data") else { return LinkData() }
        do throws(FieldError) {
            return try LinkData(object)
        } catch {
            throw .field("/data" + error.pointer, error.code, error.detail)
        }
    }

    private static func code(_ body: BranchBody, _ profile: AppProfile) throws(Problem) -> NewLink.Code {
        guard let alias = try body.text("alias") else { return .random(.unguessable) }
        guard let code = LinkCode(alias), !profile.isReserved(code) else {
            throw .field(
                "/alias", .invalid,
                "An alias has 1 to 128 letters, digits, hyphens and underscores, and none of the service's own names."
            )
        }
        return .alias(code)
    }
}
