internal import Forms
internal import HTTP
internal import JSON

extension Problem {
    static var schema: Schema { schema(ofTypes: []) }

    /// - Parameter types: those that the document shows, when they are known.
    static func schema(ofTypes types: [String]) -> Schema {
        .object(
            "Problem", means: "What went wrong, RFC 9457.",
            [
                "type": type(among: types),
                "title": .string(upTo: 1024).means("In words; the same for every problem of a type."),
                "status": .integer(400...599).means("The HTTP status."),
                "detail": .string(upTo: 8192).means("About this one case.").optional,
                "request_id": .string.pattern("[0-9a-f]{16}").means("As in X-Request-Id; not within a batch.")
                    .optional,
                "errors": .array(of: .fieldError).means(
                    "Of `validation` and `link-not-allowed`: each mistake. 32 at most."
                ).optional,
                "balance": .count.means("Of `insufficient-balance`.").optional,
                "currency": .name.means("Of `unknown-currency` in a rule: which of the rule's isn't in use.")
                    .optional,
                "nearest": .name.means("Of `unknown-currency`: one that is in use.").optional,
                "reward_status": .openChoice("paid", "held", "void", "reversed").means(
                    "Of `reward-already-settled` and `reward-not-paid`."
                ).optional,
                "redemption_state": .openChoice("captured", "cancelled", "expired", "refunded").means(
                    "Of `redemption-already-settled`."
                ).optional,
                "rule_state": .openChoice("draft", "active", "paused", "archived").means("Of `rule-state`.")
                    .optional,
                "limit": .count.means("Of `too-many-rules`.").optional,
                "uid": .uuid.means("Of `external-id-already-in-use`: who has it.").optional,
                "trial": .uuid.means("Of `trial-under-way`.").optional,
            ])
    }

    private static func type(among types: [String]) -> Schema {
        .string.pattern("/problems/[a-z-]+").atMost(128).among(
            types.map { .string("/problems/" + $0) }, isExtensible: true
        ).means(
            """
            Which problem it is: go by this. More may come, so treat one that you don't know by its status.
            """)
    }

    /// What it looks like in a reply.
    var example: JSONValue {
        var writer = JSONWriter()
        encode(to: &writer, requestID: RequestID(0x5F1C_8A90_B3D2_E471))
        // What we write ourselves is JSON.
        guard let value = try? JSONParser.parse(writer.bytes) else { preconditionFailure("no JSON: \(slug)") }
        let summary = title.hasSuffix(".") ? String(title.dropLast()) : title
        return ["summary": .string(summary), "value": value]
    }
}

extension Schema {
    static var fieldError: Schema {
        .object(
            "FieldError", means: "A field that is not as it must be.",
            [
                "pointer": .string(upTo: 262144).means(
                    """
                    Where, as a JSON Pointer (RFC 6901) into the body; a query's or a header's name after a \
                    slash.
                    """),
                "code": .openChoice(
                    "required", "wrong_type", "out_of_range", "too_long", "too_short", "unknown_field",
                    "invalid", "common", "is_email", "breached", "unknown_user", "too_many", "not_allowed",
                    "reserved", "duplicate", "out_of_order"
                ).means("Which kind of mistake it is."),
                "detail": .string(upTo: 8192).means("In words, for whoever writes the client."),
            ])
    }
}
