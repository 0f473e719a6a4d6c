internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// The types of a webhook; nil for all.
struct WebhookTypes: Sendable {
    let types: [ChangeType]?
}

extension Codec where Value == WebhookTypes {
    /// `"*"`, or a list.
    static var webhookTypes: Codec {
        codec(.anyOf(.allChanges, .array(of: .changeName, count: 1...ChangeType.allCases.count)))
    }

    /// A reply's.
    static var shownTypes: Codec {
        codec(.anyOf(.openChoice("*"), .array(of: .string(upTo: 64))))
    }

    private static func codec(_ schema: Schema) -> Codec {
        Codec(
            schema,
            write: { value, writer in
                guard let types = value.types else { return writer.string("*") }
                writer.array { writer in for type in types { writer.string(type.rawValue) } }
            },
            read: { name, fields in
                switch fields.optionalJSON(name) {
                case .string("*"): return WebhookTypes(types: nil)
                case .array(let elements): return types(elements, name, &fields)
                case nil: fields.note(name, .required, "This field is required.")
                default: fields.note(name, .wrongType, "A list of types, or \"*\", is needed.")
                }
                return nil
            })
    }

    private static func types(
        _ elements: [JSONValue], _ name: String, _ fields: inout Fields
    ) -> WebhookTypes? {
        guard !elements.isEmpty else {
            fields.note(name, .tooShort, "At least one type, or \"*\", is needed.")
            return nil
        }
        var list = Fields(
            element: .object(elements.enumerated().map { JSONMember(String($0), $1) }),
            pointer: "\(fields.pointer)/\(name)")
        let types = elements.indices.compactMap { list.value(String($0), type) }
        fields.adopt(list)
        guard types.count == elements.count else { return nil }
        return WebhookTypes(types: ChangeTypes(types).types)
    }

    private static func type(_ text: String) throws(FieldError) -> ChangeType {
        guard let type = ChangeType(rawValue: text) else {
            throw FieldError(.invalid, "A type is one that `webhooks` of /openapi.json describes.")
        }
        return type
    }
}

extension Schema {
    // Named, because generators make bad names for enumerations within others.
    static let changeName = named(
        "ChangeName",
        Schema.string.among(ChangeType.allCases.map { .string($0.rawValue) }).means("A type of changes."))
    static let allChanges = named("AllChanges", Schema.choice("*").means("All types of changes."))
}

extension Codec where Value == [WebhookHeader] {
    static var webhookHeaders: Codec {
        Codec(
            .map(of: .string(1...4_096)),
            write: { headers, writer in
                writer.object { for header in headers { $0.member(dynamic: header.name, header.value) } }
            },
            read: { name, fields in
                guard case .object(let members)? = fields.optionalJSON(name) else {
                    fields.note(name, .wrongType, "An object of texts is needed.")
                    return nil
                }
                let headers = members.compactMap { member -> WebhookHeader? in
                    if case .string(let value) = member.value {
                        WebhookHeader(name: member.name, value: value)
                    } else {
                        nil
                    }
                }
                guard headers.count == members.count else {
                    fields.note(name, .wrongType, "Each value must be a text.")
                    return nil
                }
                return headers
            })
    }
}

extension Codec where Value == WebhookMatch {
    /// A request's.
    static var webhookMatch: Codec { Codec(form, request, schema: request.schema) }

    static var shownMatch: Codec { Codec(form, request) }

    private static let form = Form<WebhookMatch>(
        "WebhookMatch", means: "Only changes with these are sent."
    ) {
        Member("currency", .currency, orNull: \.currency, "Null for any.", sample: "pieces_of_eight")
        Member("rule", .ruleName, orNull: \.rule, "Null for any.", sample: .null)
        Member("min_amount", .amount(from: 0), orNull: \.minAmount, "Null for any.", sample: .null)
    }

    private static let request = RequestForm(
        "WebhookMatchRequest",
        means: "Only changes with these are sent. A change without such a member is not.",
        Field(optional: "currency", .currency, "The currency of the amount."),
        Field(optional: "rule", .ruleName, "The rule of a reward, or of a change of a rule."),
        Field(optional: "min_amount", .amount(from: 0), "The least amount. A debit has a negative one.")
    ) { WebhookMatch(currency: $0, rule: $1, minAmount: $2) }
}

extension Codec where Value == WebhookTerms.Signature {
    static var shownSignature: Codec { .openChoice("v1", "v1a", "both") }

    static var webhookSignature: Codec {
        .choice("v1", "v1a", "both").named(
            "WebhookSignature",
            "`v1`: HMAC-SHA256 with the secret; `v1a`: Ed25519 with `public_key`; or both.")
    }
}

/// Whether changes of a subject wait for each other.
enum WebhookOrdering: String, Sendable {
    case none
    case subject
}

extension Codec where Value == WebhookOrdering {
    static var shownOrdering: Codec { .openChoice("none", "subject") }

    static var webhookOrdering: Codec {
        .choice("none", "subject").named(
            "WebhookOrdering",
            """
            `none`: retries don't delay later changes, and the receiver orders by `sequence`. `subject`: a user's \
            next change waits until the one before is delivered, or given up within three days.
            """)
    }
}

extension Codec where Value == Int32 {
    static var webhookRate: Codec {
        Codec(
            .integer(WebhookTerms.ratesPerSecond), write: { $1.integer(Int64($0)) },
            read: { $1.integer($0, in: WebhookTerms.ratesPerSecond).map { Int32($0) } })
    }
}

extension Codec where Value == String {
    static var webhookURL: Codec { text(.uri.atMost(2_048), lengths: 1...2_048) }
    static var webhookDescription: Codec { string(WebhookTerms.descriptionCharacters) }
}

extension Field {
    /// One that stays as it is where it is left out, and that null clears.
    static func change<Wrapped>(
        _ name: String, _ codec: Codec<Wrapped>, _ meaning: String, sample: JSONValue? = nil
    ) -> Field where Value == Wrapped?? {
        let property = FieldProperty(
            name: name, schema: codec.schema.nullableOptional, meaning: meaning, sample: sample)
        return Field([property]) { fields in
            guard fields.isPresent(name) else { return .some(.none) }
            guard fields.takesNull(name) else {
                return codec.read(name, &fields).map { .some(.some(.some($0))) } ?? .none
            }
            return .some(.some(.none))
        }
    }
}
