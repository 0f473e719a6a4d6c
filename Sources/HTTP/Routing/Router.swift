/// Finds who answers a request, by path and method. Built once on each loop, from routes whose handlers live
/// there.
package final class Router {
    /// The route for a request's head.
    enum Match {
        case route(Route, [RouteParameter])
        /// No handler is asked.
        case answer(Response, pattern: String?)
        /// The pattern is the path's, if it has a route for another method.
        case refusal(Problem, ProblemForm, pattern: String?)
    }

    private let root: RouteNode
    private let sites: SiteTable
    private let elsewhere: RouteNode
    private let allMethods: String

    /// Two routes for one method and pattern are a programmer's mistake and end the process.
    ///
    /// - Parameters:
    ///   - sites: asked for paths that `routes` have not; each on its host alone.
    ///   - elsewhere: asked instead of them on hosts that are no site.
    package init(_ routes: [Route], sites: [Site] = [], elsewhere: [Route] = []) {
        root = RouteNode(routes)
        self.sites = SiteTable(sites)
        self.elsewhere = RouteNode(elsewhere)
        allMethods = allowedMethods((routes + sites.flatMap(\.routes) + elsewhere).map(\.method))
    }

    func match(_ head: RequestHead) -> Match {
        guard let method = head.method else {
            return .refusal(.notImplemented, .problemDetails, pattern: nil)
        }
        // No path is asked for, but a way through, which is nowhere.
        if method == .connect {
            return .refusal(.methodNotAllowed(allow: allMethods), .problemDetails, pattern: nil)
        }
        let source = head.headers.bytes
        let bytes = source.span
        let path = head.target.path
        if !path.isEmpty, bytes[path.lowerBound] == UInt8(ascii: "*") {
            return .answer(options(allow: allMethods), pattern: nil)
        }
        var parameters: [RouteParameter] = []
        guard let node = find(head, pathSegments(of: bytes, in: path)[...], &parameters) else {
            return .refusal(notFound(for: head), notFoundForm(for: head), pattern: nil)
        }
        if let route = node.route(method) ?? (method == .head ? node.route(.get) : nil) {
            return .route(route, parameters)
        }
        let neighbour = node.routes[0]
        if method == .options { return .answer(options(allow: node.allow), pattern: neighbour.pattern) }
        return .refusal(
            .methodNotAllowed(allow: node.allow), neighbour.problemForm, pattern: neighbour.pattern)
    }

    private func find(
        _ head: RequestHead, _ segments: ArraySlice<Range<Int>>, _ parameters: inout [RouteParameter]
    ) -> RouteNode? {
        if let node = root.find(head, segments, &parameters) { return node }
        let others = sites.entry(for: head)?.root ?? elsewhere
        return others.find(head, segments, &parameters)
    }

    /// A request to a host for another host's path gets a hint.
    private func notFound(for head: RequestHead) -> Problem {
        var problem = Problem.notFound
        if let hosts = sites.hosts, sites.entry(for: head) == nil {
            problem.detail =
                "This host does not have this path. Other hosts, by the Host field, have more: \(hosts)."
        }
        return problem
    }

    private func notFoundForm(for head: RequestHead) -> ProblemForm {
        head.headers.acceptsHTML ? sites.entry(for: head)?.page ?? .problemDetails : .problemDetails
    }

    private func options(allow: String) -> Response {
        Response(status: 204, headers: [ResponseHeader(.allow, allow)])
    }
}
