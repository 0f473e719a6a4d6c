internal import HTTP
internal import Referrals
internal import Service

/// Parts of links out of text, for `Fields.value`; each says what it wants.
enum LinkValues {
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

    /// Firebase and Apple write it as text.
    static func appStoreID(_ text: String) throws(FieldError) -> String {
        let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, (1...20).contains(text.utf8.count) else {
            throw FieldError(.invalid, "An App Store id has digits only.")
        }
        return text
    }

    static func suffix(_ text: String) throws(FieldError) -> NewLink.Suffix {
        guard let suffix = NewLink.Suffix(rawValue: text) else {
            throw FieldError(.invalid, "A suffix is UNGUESSABLE or SHORT.")
        }
        return suffix
    }

    static func platform(_ text: String) throws(FieldError) -> PlatformFamily {
        guard let platform = PlatformFamily(rawValue: text) else {
            throw FieldError(.invalid, "A platform is ios, android or desktop.")
        }
        return platform
    }

    /// Clicks and redirects are the service's own to count.
    static func appEvent(_ text: String) throws(FieldError) -> LinkEvent {
        switch LinkEvent(rawValue: text) {
        case nil, .click, .redirect:
            throw FieldError(.invalid, "This is one of first_open, re_open, install, declined and shared.")
        case let event?: return event
        }
    }

    static func code(_ text: String) throws(FieldError) -> LinkCode {
        guard let code = LinkCode(text) else {
            throw FieldError(.invalid, "A code has 1 to 128 letters, digits, hyphens and underscores.")
        }
        return code
    }

    /// RFC 3986, section 3.1; schemes that browsers themselves act on are no app's.
    static func scheme(_ text: String) throws(FieldError) -> String {
        let bytes = text.lowercased().utf8
        let isPlain = bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
        let startsRight = bytes.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
        guard isPlain, startsRight, bytes.count <= 64, !browserSchemes.contains(text.lowercased()) else {
            throw FieldError(.invalid, "A scheme of the app's own is needed, such as com.example.app.")
        }
        return text
    }

    private static let browserSchemes: Set = [
        "about", "blob", "data", "file", "filesystem", "ftp", "http", "https", "intent", "javascript",
        "mailto", "sms", "tel", "vbscript", "view-source", "ws", "wss",
    ]
}

extension FieldError {
    fileprivate init(_ mistake: WebURL.Mistake) {
        switch mistake {
        case .malformed: self.init(.invalid, "This is no absolute URL.")
        case .scheme: self.init(.invalid, "An http or https URL is needed.")
        case .credentials: self.init(.invalid, "A URL with a user or a password is refused.")
        case .controls: self.init(.invalid, "A URL has no spaces and no control characters.")
        case .tooLong: self.init(.tooLong, "At most \(WebURL.bytesMax) bytes are allowed.")
        }
    }
}
