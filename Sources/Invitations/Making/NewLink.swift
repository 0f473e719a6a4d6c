package import Links
package import Values

/// A link to be made.
package struct NewLink: Sendable {
    package enum Suffix: String, Sendable {
        case unguessable = "UNGUESSABLE"
        case short = "SHORT"
    }

    package enum Code: Equatable, Sendable {
        case random(Suffix)
        case alias(LinkCode)
    }

    package var spec: LinkSpec
    package var code: Code
    /// Nil for a key.
    package var owner: UserID?

    package init(spec: LinkSpec, code: Code, owner: UserID?) {
        self.spec = spec
        self.code = code
        self.owner = owner
    }
}
