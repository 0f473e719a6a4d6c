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
        400 for an invalid request, 403 for an invalid key, 404 for an unknown link or when links are off, \
        429 and 503 with `Retry-After`. Problem details only for invalid HTTP.
        """, .firebaseError,
        example: [
            "error": [
                "code": 400, "message": "/link: No allowed pattern of the app matches this URL.",
                "status": "INVALID_ARGUMENT",
            ]
        ], as: "FirebaseRefusal")

    fileprivate static let branch = legacy(
        """
        400 for an invalid request or key, 402 for a balance that is too small, 409 for an alias in use. 404 \
        for an unknown link or when links are off. 429 and 503 have `Retry-After`. Problem details only for \
        invalid HTTP.
        """, .branchError,
        example: ["error": ["code": 400, "message": "Invalid or missing Branch key, or secret"]],
        as: "BranchRefusal")

    /// One description for all statuses, which its text explains.
    private static func legacy(
        _ meaning: String, _ schema: Schema, example: JSONValue, as component: String
    ) -> Refusal {
        var content = Content.json(schema)
        content.example = example
        let headers = [
            ReplyHeader(
                "WWW-Authenticate", as: "WWW-Authenticate-If-Any", "With 401: the required scheme.",
                isRequired: false),
            ReplyHeader(
                "Retry-After", as: "Retry-After-If-Any", "With 429 and 503: seconds to wait.",
                isRequired: false),
            ReplyHeader(
                "Allow", as: "Allow-If-Any", "With 405: the path's methods.", isRequired: false),
        ]
        return Refusal(
            nil, meaning, [.exampleBadRequest], headers: headers, contents: [content], as: component)
    }
}
