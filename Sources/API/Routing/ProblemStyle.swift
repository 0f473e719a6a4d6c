package import HTTP
internal import JSON
package import Pages

/// How a route tells what went wrong, and what of it every route of the style may answer.
package enum ProblemStyle {
    /// Problem details, RFC 9457.
    case details
    /// A page for people.
    case page(PageBrand?)
    /// A form of another API's, and what the description says of it.
    case foreign(ProblemForm, Refusal)

    var form: ProblemForm {
        switch self {
        case .details: .problemDetails
        case .page(let brand): .page(by: brand)
        case .foreign(let form, _): form
        }
    }

    /// Those that follow from the route alone.
    func refusals(of route: RouteDescription) -> [Refusal] {
        switch self {
        case .details: Self.details(of: route)
        case .page: [.badRequest, .unavailablePage, .other]
        case .foreign(_, let refusal): [refusal]
        }
    }

    private static func details(of route: RouteDescription) -> [Refusal] {
        var refusals: [Refusal] = [route.takesBody ? .badBody : .badRequest]
        if !route.access.isOpen { refusals.append(.unauthenticated) }
        if !route.access.isOpen { refusals.append(.forbidden) }
        if route.namesUser { refusals.append(.merged) }
        if route.takesBody { refusals += [.contentTooLarge, .unsupportedMediaType] }
        if route.takesBody || route.refusesQuery { refusals.append(.validation) }
        if route.method == .get, route.access.contains(.user) { refusals.append(.tooManyRequests) }
        return refusals + [.unavailable, .other]
    }
}
