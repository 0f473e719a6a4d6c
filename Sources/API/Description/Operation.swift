internal import HTTP
package import JSON

/// An endpoint's description. Parts that follow from its route are omitted: method and path, the callers,
/// and the refusals of a token, a body or a query.
///
///     Operation("redeem", .money, "Redeem from a user's balance")
///         .takes(["id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22", "currency": "pieces_of_eight", …])
///         .gives(201, "Booked.")
///         .refuses("There is too little.", PostingError.insufficientBalance(balance: 30).problem)
package struct Operation {
    /// Its name in generated clients; never changed.
    let id: String
    let tag: Tag
    let summary: String
    let text: String?
    /// Those of the path that are not usual, and what the endpoint itself reads of the request.
    private(set) var parameters: [Parameter] = []
    /// Where the endpoint's input is not a form of its own.
    private(set) var bodySchema: Schema?
    private(set) var bodyExample: JSONValue?
    private(set) var replies: [Given] = []
    private(set) var refusals: [Refusal] = []

    /// A reply as an endpoint says it.
    struct Given {
        let status: Int
        let meaning: String
        let headers: [ReplyHeader]
        /// Empty for what the endpoint's output is.
        let contents: [Content]
        let example: JSONValue?
    }

    package init(_ id: String, _ tag: Tag, _ summary: String, _ text: String? = nil) {
        self.id = id
        self.tag = tag
        self.summary = summary
        self.text = text
    }

    /// An example of the body.
    package func takes(_ example: JSONValue) -> Operation {
        changed { $0.bodyExample = example }
    }

    /// A body whose form only this endpoint knows.
    package func takes(_ schema: Schema, _ example: JSONValue) -> Operation {
        changed {
            $0.bodySchema = schema
            $0.bodyExample = example
        }
    }

    package func takes(_ parameters: Parameter...) -> Operation {
        takes(parameters)
    }

    package func takes(_ parameters: [Parameter]) -> Operation {
        changed { $0.parameters += parameters }
    }

    /// The reply 200: with the endpoint's output as its body, or else with one of `contents`.
    package func gives(
        _ meaning: String, _ headers: ReplyHeader..., as contents: Content..., example: JSONValue? = nil
    ) -> Operation {
        giving(200, meaning, headers, contents, example)
    }

    func gives(
        _ status: Int, _ meaning: String, _ headers: ReplyHeader..., as contents: Content...,
        example: JSONValue? = nil
    ) -> Operation {
        giving(status, meaning, headers, contents, example)
    }

    /// A page for people.
    func givesPage(_ meaning: String) -> Operation {
        gives(meaning, .contentSecurityPolicy, .referrerPolicy, as: .html)
    }

    /// A status whose problems this endpoint has; those that every endpoint of its kind has there are added.
    func refuses(_ meaning: String, _ problems: Problem...) -> Operation {
        changed { $0.refusals.append(Refusal(problems[0].status, meaning, problems)) }
    }

    func refuses(_ refusals: Refusal...) -> Operation {
        changed { $0.refusals += refusals }
    }

    private func giving(
        _ status: Int, _ meaning: String, _ headers: [ReplyHeader], _ contents: [Content],
        _ example: JSONValue?
    ) -> Operation {
        changed {
            $0.replies.append(
                Given(
                    status: status, meaning: meaning, headers: headers, contents: contents, example: example))
        }
    }

    private func changed(_ change: (inout Operation) -> Void) -> Operation {
        var operation = self
        change(&operation)
        return operation
    }
}
