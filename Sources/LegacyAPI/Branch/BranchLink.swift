internal import API
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links

/// A link as Branch's `POST /v1/url` describes one.
struct BranchLink {
    /// `type`: 1 is good for one claim. 2 put a link on Branch's dashboard, and is kept.
    static let types: ClosedRange<Int64> = 0...2
    /// `duration` is Branch's window for matching; here it is one for all links, so it is kept, and that is
    /// all.
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
        let type = try body.integer("type", in: Self.types)
        spec.isOneTime = type == 1
        spec.legacy[LegacyNames.type] = type == 2 ? "2" : nil
        spec.legacy[LegacyNames.identity] = try body.text("identity")
        self.spec = try Self.keeping(body, in: spec)
        code = try Self.code(body, profile)
    }

    /// The members that may change later.
    static func keeping(_ body: BranchBody, in spec: LinkSpec) throws(Problem) -> LinkSpec {
        var spec = spec
        if let seconds = try body.integer("duration", in: durations) {
            spec.legacy[LegacyNames.duration] = String(seconds)
        }
        if let stage = try body.text("stage") { spec.legacy[LegacyNames.stage] = stage }
        return spec
    }

    /// Mistakes by the names that were sent: a link's payload and fallbacks are made of its data.
    static func told(_ problem: Problem, of data: LinkData) -> Problem {
        var told = problem
        let named = LinkSpec.branchPayloadNames.first { data.directives[$0] != nil }
        told.errors = problem.errors.reduce(into: []) { errors, error in
            let pointer =
                switch error.pointer {
                case LinkField.link.pointer: "/data" + (named.map { "/\($0)" } ?? "")
                case LinkField.androidFallback.pointer, LinkField.iosFallback.pointer,
                    LinkField.desktopFallback.pointer:
                    "/data/$fallback_url"
                default: error.pointer
                }
            let renamed = FieldError(pointer: pointer, error.code, error.detail)
            if !errors.contains(renamed) { errors.append(renamed) }
        }
        return told
    }

    static func data(_ body: BranchBody) throws(Problem) -> LinkData {
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
                """
                An alias has 1 to 128 letters, digits, hyphens and underscores, and is not reserved for the \
                service.
                """
            )
        }
        return .alias(code)
    }
}
