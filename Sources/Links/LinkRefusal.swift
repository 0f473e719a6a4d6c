/// Why a link can't be made or followed.
package enum LinkRefusal: Error, Equatable, Sendable {
    /// A value is not as it must be.
    case invalid(LinkField, detail: String)
    /// No allowed pattern of the profile matches a URL: the domain must not redirect elsewhere.
    case notAllowed(LinkField)
}
