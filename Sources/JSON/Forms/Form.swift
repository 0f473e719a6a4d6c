/// An object of a reply: its members, each on one line, from which writer, schema and example follow.
///
///     static let form = Form<Self>("Leaving", means: "How far a user is on the way out.") {
///         Member("asked_at", .time, \.state.askedAt, "When the user, or an administrator, asked for it.")
///     }
public struct Form<Whole>: Sendable {
    public let members: [Member<Whole>]
    public let schema: Schema
    /// Of the members' samples; nil where one is missing that is always there.
    public let example: JSONValue?

    /// - Parameter showsExample: whether the example stands with the form, not only where a call shows it.
    public init(
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
    public func write(_ whole: Whole, to writer: inout JSONWriter) {
        writer.object { writer in
            for member in members { member.write(whole, &writer) }
        }
    }

    /// The object by itself, as columns of jsonb and the audit keep it.
    public func text(of whole: Whole) -> String {
        var writer = JSONWriter()
        write(whole, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The members, among those of an object that has a whole.
    @inlinable
    public func members<Outer>(of get: @escaping @Sendable (Outer) -> Whole) -> [Member<Outer>] {
        members.map { $0.lifted(get) }
    }
}

/// Something that writes itself as JSON, in a form that the API's description shows.
public protocol Described: JSONEncodable, SendableMetatype {
    static var schema: Schema { get }
}

extension Array: Described where Element: Described {
    public static var schema: Schema { .array(of: Element.schema) }
}

extension Optional: Described where Wrapped: Described {
    public static var schema: Schema { Wrapped.schema.orNull }
}

/// An object of a reply that lists its members.
public protocol Formed: Described {
    static var form: Form<Self> { get }
}

extension Formed {
    public static var schema: Schema { form.schema }
    public static var example: JSONValue { form.example ?? .null }

    @inlinable
    public func encode(to writer: inout JSONWriter) {
        Self.form.write(self, to: &writer)
    }
}
