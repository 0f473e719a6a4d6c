package import Links

/// A link, and whether it was made just now: an alias asked for again with the same content is not.
package struct MadeLink: Equatable, Sendable {
    package let link: Link
    package let isNew: Bool
}
