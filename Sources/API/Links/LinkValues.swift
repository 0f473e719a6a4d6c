internal import HTTP
package import Invitations
package import JSON
package import Links
internal import Service

/// Parts of links out of text, for `Fields.value`; each says what it wants.
package enum LinkValues {
    static func url(_ text: String) throws(FieldError) -> WebURL {
        do throws(WebURL.Mistake) {
            return try WebURL(text)
        } catch {
            throw FieldError(error)
        }
    }

    static func secureURL(_ text: String) throws(FieldError) -> WebURL {
        let url = try url(text)
        guard url.scheme == "https" else { throw FieldError(.invalid, "An https URL is needed.") }
        return url
    }

    static func prefix(_ text: String) throws(FieldError) -> LinkPrefix {
        guard let prefix = LinkPrefix(text) else {
            throw FieldError(.invalid, "A host is needed, such as https://go.example.com or go.example.com.")
        }
        return prefix
    }

    /// A package name or a bundle id.
    static func identifier(_ text: String) throws(FieldError) -> String {
        try require(AppProfile.isIdentifier(text), "An app's name is needed, such as com.example.app.", text)
    }

    /// As text, which Firebase and Apple write it as.
    static func appStoreID(_ text: String) throws(FieldError) -> String {
        try require(AppProfile.isAppStoreID(text), "An App Store id has digits only.", text)
    }

    static func scheme(_ text: String) throws(FieldError) -> String {
        try require(AppProfile.isCustomScheme(text), "A scheme of the app's own is needed.", text)
    }

    private static func require(_ isRight: Bool, _ detail: String, _ text: String) throws(FieldError)
        -> String
    {
        guard isRight else { throw FieldError(.invalid, detail) }
        return text
    }

    package static func suffix(_ text: String) throws(FieldError) -> NewLink.Suffix {
        guard let suffix = NewLink.Suffix(rawValue: text) else {
            throw FieldError(.invalid, "A suffix is UNGUESSABLE or SHORT.")
        }
        return suffix
    }

    static func state(_ text: String) throws(FieldError) -> Link.State {
        guard let state = Link.State(rawValue: text) else {
            throw FieldError(.invalid, "A state is on or off.")
        }
        return state
    }

    /// Clicks, redirects and claims are the service's own to count.
    static func appEvent(_ text: String) throws(FieldError) -> LinkEvent {
        let events: [LinkEvent] = [.firstOpen, .reOpen, .install, .declined, .shared]
        guard let event = LinkEvent(rawValue: text), events.contains(event) else {
            throw FieldError(.invalid, "Must be one of first_open, re_open, install, declined and shared.")
        }
        return event
    }

    package static func code(_ text: String) throws(FieldError) -> LinkCode {
        guard let code = LinkCode(text) else {
            throw FieldError(.invalid, "A code has 1 to 128 letters, digits, hyphens and underscores.")
        }
        return code
    }
}

extension FieldError {
    fileprivate init(_ mistake: WebURL.Mistake) {
        self.init(mistake == .tooLong ? .tooLong : .invalid, mistake.detail)
    }
}
