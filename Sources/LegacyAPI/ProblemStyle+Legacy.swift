internal import API
internal import HTTP
internal import JSON

extension ProblemStyle {
    /// As Google's APIs report errors.
    static let firebase = foreign(.firebase, .firebase)
    /// As Branch's API reports errors.
    static let branch = foreign(.branch, .branch)
}

extension Refusal {
    fileprivate static let firebase = legacy(
        """
        400 for a request that is wrong, 403 for a key that is, 404 for no such link or links that are off, \
        429 \
        and 503 with `Retry-After`. Problem details only for requests that are no HTTP.
        """, .firebaseError,
        example: [
            "error": [
                "code": 400, "message": "/link: No allowed pattern of the app matches this URL.",
                "status": "INVALID_ARGUMENT",
            ]
        ], as: "FirebaseRefusal")

    fileprivate static let branch = legacy(
        """
        400 for a request or a key that is wrong, 402 for too little, 404 for no such link or links that are \
        off, 409 for an alias taken, 429 and 503 with `Retry-After`. Problem details only for requests that \
        are \
        no HTTP.
        """, .branchError,
        example: ["error": ["code": 400, "message": "Invalid or missing Branch key, or secret"]],
        as: "BranchRefusal")

    /// One answer for all statuses: what comes with which is told in words.
    private static func legacy(
        _ meaning: String, _ schema: Schema, example: JSONValue, as component: String
    ) -> Refusal {
        var content = Content.json(schema)
        content.example = example
        let headers = [
            ReplyHeader(
                "WWW-Authenticate", as: "WWW-Authenticate-If-Any", "With 401: the scheme that is wanted.",
                isRequired: false),
            ReplyHeader(
                "Retry-After", as: "Retry-After-If-Any", "With 429 and 503: seconds to wait.",
                isRequired: false),
            ReplyHeader(
                "Allow", as: "Allow-If-Any", "With 405: the methods that the path has.", isRequired: false),
        ]
        return Refusal(
            nil, meaning, [.exampleBadRequest], headers: headers, contents: [content], as: component)
    }
}
