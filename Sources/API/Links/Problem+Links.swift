package import HTTP
internal import Invitations
package import JSON
package import Links

extension LinkError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .linksOff: .linksOff
        case .userNotFound: .notFound
        case .aliasInUse: Problem(of: .aliasInUse)
        case .clickNotFound: Problem(of: .clickNotFound)
        case .linkNotFound: .notFound
        case .linkChanged: .unavailable
        }
    }
}

extension Problem {
    static var linksOff: Problem {
        Problem(
            of: .linksOff,
            detail: "Set SHIPMATE_APP_PROFILE to the file that describes the app.")
    }

    static var invitesOff: Problem {
        Problem(
            of: .invitesOff,
            detail: "Set invite_link in the file that SHIPMATE_APP_PROFILE names.")
    }

    static var linkNotAllowed: Problem {
        linkNotAllowed([FieldError(.notAllowed(.desktopFallback))])
    }

    private static func linkNotAllowed(_ errors: [FieldError]) -> Problem {
        Problem(of: .linkNotAllowed, errors: errors)
    }

    /// The mistakes of a link: `link-not-allowed` if they are only that, otherwise `validation`. Nil
    /// without mistakes.
    package init?(_ refusals: [LinkRefusal], beside mistakes: [FieldError] = []) {
        let errors = mistakes + refusals.map(FieldError.init)
        guard !errors.isEmpty else { return nil }
        self = .validation(errors)
        if mistakes.isEmpty, refusals.allSatisfy(\.isNotAllowed) { self = .linkNotAllowed(errors) }
    }
}

extension FieldError {
    fileprivate init(_ refusal: LinkRefusal) {
        switch refusal {
        case .invalid(let field, let detail): self.init(pointer: field.pointer, .invalid, detail)
        case .notAllowed(let field):
            self.init(
                pointer: field.pointer, Code("not_allowed"), "No allowed pattern of the app matches this URL."
            )
        }
    }
}

extension LinkRefusal {
    fileprivate var isNotAllowed: Bool {
        if case .notAllowed = self { true } else { false }
    }
}
