/// Why a link can't be made or followed.
package enum LinkRefusal: Error, Equatable, Sendable {
    /// A value is not as it must be.
    case invalid(LinkField, detail: String)
    /// No allowed pattern of the profile matches a URL: nobody makes redirects off the domain to elsewhere.
    case notAllowed(LinkField)
}

/// A part of a link, by its JSON pointer in `POST /v1/links` and its long-link parameter.
package struct LinkField: Hashable, Sendable {
    /// Such as `/android/fallback_link`.
    package let pointer: String
    /// Such as `afl`; nil where a long link has none.
    package let parameter: String?

    package init(_ pointer: String, _ parameter: String? = nil) {
        self.pointer = pointer
        self.parameter = parameter
    }
}

/// What a link says in vain, or will not do as its maker may think.
package struct LinkWarning: Hashable, Sendable {
    /// In upper snake case, such as `UNRECOGNIZED_PARAM`.
    package let code: String
    package let message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}
