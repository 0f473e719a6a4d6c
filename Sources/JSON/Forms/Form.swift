/// An object of a reply: its members, each on one line, from which writer, schema and example follow.
///
///     static let form = Form<Self>("Leaving", means: "How far a user is on the way out.") {
///         Member("asked_at", .time, \.state.askedAt, "When the user, or an administrator, asked for it.")
///     }
package struct Form<Whole>: Sendable {
    package let members: [Member<Whole>]
    package let schema: Schema
    /// Of the members' samples; nil where one is missing that is always there.
    package let example: JSONValue?

    /// - Parameter showsExample: whether the example stands with the form, not only where a call shows it.
    package init(
        _ name: String, means meaning: String? = nil, showsExample: Bool = true,
        @MemberList<Whole> _ members: () -> [Member<Whole>]
    ) {
        self.members = members()
        example = Self.example(of: self.members)
        schema = .object(
            name, means: meaning, example: showsExample ? example : nil,
            self.members.map { ($0.name, $0.schema) })
    }

    private static func example(of members: [Member<Whole>]) -> JSONValue? {
        guard members.allSatisfy({ $0.sample != nil || $0.schema.isOptional }) else { return nil }
        return .object(members.compactMap { member in member.sample.map { JSONMember(member.name, $0) } })
    }

    @inlinable
    package func write(_ whole: Whole, to writer: inout JSONWriter) {
        writer.object { writer in
            for member in members { member.write(whole, &writer) }
        }
    }

    /// The object by itself, as columns of jsonb and the audit keep it.
    package func text(of whole: Whole) -> String {
        var writer = JSONWriter()
        write(whole, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The members, among those of an object that has a whole.
    @inlinable
    package func members<Outer>(of get: @escaping @Sendable (Outer) -> Whole) -> [Member<Outer>] {
        members.map { $0.lifted(get) }
    }
}

/// Something that writes itself as JSON, in a form that the API's description shows.
package protocol Described: JSONEncodable, SendableMetatype {
    static var schema: Schema { get }
}

extension Array: Described where Element: Described {
    package static var schema: Schema { .array(of: Element.schema) }
}

extension Optional: Described where Wrapped: Described {
    package static var schema: Schema { Wrapped.schema.orNull }
}

/// An object of a reply that lists its members.
package protocol Formed: Described {
    static var form: Form<Self> { get }
}

extension Formed {
    package static var schema: Schema { form.schema }
    package static var example: JSONValue { form.example ?? .null }

    @inlinable
    package func encode(to writer: inout JSONWriter) {
        Self.form.write(self, to: &writer)
    }
}
