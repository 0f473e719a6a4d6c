internal import API
internal import HTTP
internal import JSON

/// Branch's `POST /v1/event`: a custom event, as its first API had it.
struct PostBranchEvent: RepeatableEndpoint {
    private static let nameCharactersMax = 63

    let milestones: BranchMilestones

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Response {
        let name = try body.text("event", charactersMax: Self.nameCharactersMax)
        try await milestones.record(
            name, at: "/event", of: (try body.text("identity"), "/identity"), body, on: call)
        return .json { $0.object { _ in } }
    }
}

extension PostBranchEvent {
    var repeatable: [RepeatableCall] { [.branchEvent] }

    var operation: Operation {
        Operation(
            "postBranchEvent", .legacy, "Branch: record an event of the first API",
            """
            Records a milestone of the user, named after the event in lower case, with `_` for other \
            characters. Repeating the call changes nothing. Unlike at Branch, `branch_secret` is required.
            """
        )
        .takes(
            .branchEventRequest,
            [
                "branch_key": "key_live_…",
                "branch_secret": "secret_live_…",
                "identity": "7ZKQ4M9XTB",
                "event": "tutorial completed",
            ]
        )
        .gives("In Branch's form.", as: .json(.emptyReply), example: .object([]))
    }
}

/// Branch's `POST /v2/event/custom` and `/v2/event/standard`.
struct PostBranchEventV2: RepeatableEndpoint {
    enum Kind {
        case custom
        case standard
    }

    struct Output: JSONOutput {
        static var schema: Schema {
            .object(
                "BranchEventReply", means: "The confirmation, in Branch's form.",
                ["branch_view_enabled": .boolean.means("Always false: such views don't exist.")])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("branch_view_enabled", false) }
        }
    }

    private static let nameCharactersMax = 128

    let kind: Kind
    let milestones: BranchMilestones

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> Output {
        let name = try body.text("name", charactersMax: Self.nameCharactersMax)
        if kind == .standard, let name, !BranchEventNames.standard.contains(name) {
            throw .field("/name", .invalid, "Not one of Branch's standard events.")
        }
        let user = try body.object("user_data").map { (json: JSONValue) throws(Problem) in
            try BranchBody(json, at: "/user_data")
        }
        try await milestones.record(
            name, at: "/name",
            of: (
                try user?.text("developer_identity"),
                user == nil ? "/user_data" : "/user_data/developer_identity"
            ), body, on: call)
        return Output()
    }
}

extension PostBranchEventV2 {
    var repeatable: [RepeatableCall] { [kind == .custom ? .branchCustomEvent : .branchStandardEvent] }

    var operation: Operation {
        words
            .takes(
                .branchEventRequestV2,
                [
                    "branch_key": "key_live_…",
                    "branch_secret": "secret_live_…",
                    "name": kind == .custom ? "picture swiped" : "COMPLETE_TUTORIAL",
                    "user_data": ["developer_identity": "7ZKQ4M9XTB"],
                ]
            )
            .gives("In Branch's form.", example: ["branch_view_enabled": false])
    }

    private var words: Operation {
        let text = "See `POST /v1/event`. Other members of the event are ignored."
        return switch kind {
        case .custom: Operation("postBranchCustomEvent", .legacy, "Branch: record a custom event", text)
        case .standard: Operation("postBranchStandardEvent", .legacy, "Branch: record a standard event", text)
        }
    }
}

extension Schema {
    static var branchEventRequest: Schema {
        .object(
            "BranchEventRequest", means: "An event of a user. Other members are ignored.",
            [
                "branch_key": .string(1...128).means("Identifies the app; the profile lists it."),
                "branch_secret": .branchSecret,
                "identity": .branchIdentity.means("The uid or referral code of the user."),
                "event": .string(1...63).means("The event."),
            ])
    }

    static var branchEventRequestV2: Schema {
        .object(
            "BranchEventRequestV2", means: "An event of a user. Other members are ignored.",
            [
                "branch_key": .string(1...128).means("Identifies the app; the profile lists it."),
                "branch_secret": .branchSecret,
                "name": .string(1...128).means("The event."),
                "user_data": .branchUserData,
            ])
    }

    static var branchUserData: Schema {
        .object(
            "BranchUserData", means: "The user of the event. Other members are ignored.",
            ["developer_identity": .branchIdentity.means("The uid or referral code of the user.")])
    }
}
