internal import Forms
internal import HTTP
internal import JSON

extension Problem {
    static var schema: Schema { schema(ofTypes: []) }

    /// - Parameter types: those that the document shows, when they are known.
    static func schema(ofTypes types: [String]) -> Schema {
        .object(
            "Problem", means: "An error, RFC 9457.",
            [
                "type": type(among: types),
                "title": .string(upTo: 1024).means("In words; the same for all problems of a type."),
                "status": .integer(400...599).means("The HTTP status."),
                "detail": .string(upTo: 8192).means("Details of this occurrence.").optional,
                "request_id": .string.pattern("[0-9a-f]{16}").means(
                    "The reply's X-Request-Id; absent within a batch."
                )
                .optional,
                "errors": .array(of: .fieldError).means(
                    "For `validation` and `link-not-allowed`: each mistake, 32 at most."
                ).optional,
                "balance": .count.means("For `insufficient-balance`.").optional,
                "currency": .name.means("For `unknown-currency` in a rule: the currency that isn't in use.")
                    .optional,
                "nearest": .name.means("For `unknown-currency`: the most similar currency in use.").optional,
                "reward_status": .openChoice("paid", "held", "void", "reversed").means(
                    "For `reward-already-settled` and `reward-not-paid`."
                ).optional,
                "redemption_state": .openChoice("captured", "cancelled", "expired", "refunded").means(
                    "For `redemption-already-settled`."
                ).optional,
                "rule_state": .openChoice("draft", "active", "paused", "archived").means("For `rule-state`.")
                    .optional,
                "change_state": .openChoice("waiting", "approved", "refused", "withdrawn").means(
                    "For `change-already-decided`."
                ).optional,
                "limit": .count.means("For `too-many-rules`.").optional,
                "uid": .uuid.means("For `external-id-already-in-use`: the user who has it.").optional,
                "trial": .uuid.means("For `trial-under-way`.").optional,
                "server_time": .time.means("For `install-proof-time`.").optional,
                "nonce": .string(upTo: 64).means("For `install-proof-time`.").optional,
                "oldest_cursor": .string(upTo: 64).means("For `changes-gone`.").optional,
                "reason": .openChoice("receipt_used", "receipt_expired", "receipt_invalid").means(
                    "For `referral-rejected`."
                ).optional,
            ])
    }

    private static func type(among types: [String]) -> Schema {
        .string.pattern("/problems/[a-z-]+").atMost(128).among(
            types.map { .string("/problems/" + $0) }, isExtensible: true
        ).means(
            "Identifies the problem: decide by this. New types may be added, so treat an unknown one by its status."
        )
    }

    /// An example reply.
    var example: JSONValue {
        var writer = JSONWriter()
        encode(to: &writer, requestID: RequestID(0x5F1C_8A90_B3D2_E471))
        // Our own literals are JSON.
        guard let value = try? JSONParser.parse(writer.bytes) else { preconditionFailure("no JSON: \(slug)") }
        let summary = title.hasSuffix(".") ? String(title.dropLast()) : title
        return ["summary": .string(summary), "value": value]
    }
}

extension Schema {
    static var fieldError: Schema {
        .object(
            "FieldError", means: "An invalid field.",
            [
                "pointer": .string(upTo: 262144).means(
                    """
                    The field's place, as a JSON Pointer (RFC 6901) into the body; for a query or a header, \
                    its name after a slash.
                    """),
                "code": .openChoice(
                    "required", "wrong_type", "out_of_range", "too_long", "too_short", "unknown_field",
                    "invalid", "common", "is_email", "breached", "unknown_user", "too_many", "not_allowed",
                    "reserved", "duplicate", "out_of_order"
                ).means("The kind of mistake."),
                "detail": .string(upTo: 8192).means("In words, for developers of a client."),
            ])
    }
}
