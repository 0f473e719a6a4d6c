/// Finds who answers a request, by path and method. Built once on each loop, from routes whose handlers live
/// there.
package final class Router {
    /// What a request's head leads to.
    enum Match {
        case route(Route, [RouteParameter])
        /// No handler is asked.
        case answer(Response, pattern: String?)
        /// The route is one that the path has, for another method.
        case refusal(Problem, Route?)
    }

    package let routes: [Route]
    private let root = RouteNode()
    private let allMethods: String

    /// Two routes for one method and pattern are a programmer's mistake and end the process.
    package init(_ routes: [Route]) {
        self.routes = routes
        allMethods = allowedMethods(routes.map(\.method))
        for route in routes {
            precondition(route.pattern.hasPrefix("/"), "\(route.pattern) must begin with a slash")
            let segments = route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            root.insert(route, segments[...])
        }
    }

    func match(_ head: RequestHead) -> Match {
        guard let method = head.method else { return .refusal(.notImplemented, nil) }
        let source = head.headers.bytes
        let bytes = source.span
        let path = head.target.path
        if !path.isEmpty, bytes[path.lowerBound] == UInt8(ascii: "*") {
            return .answer(options(allow: allMethods), pattern: nil)
        }
        var parameters: [RouteParameter] = []
        guard let node = root.find(head, pathSegments(of: bytes, in: path)[...], &parameters) else {
            return .refusal(.notFound, nil)
        }
        if let route = node.route(method) ?? (method == .head ? node.route(.get) : nil) {
            return .route(route, parameters)
        }
        let neighbour = node.routes[0]
        if method == .options { return .answer(options(allow: node.allow), pattern: neighbour.pattern) }
        return .refusal(.methodNotAllowed(allow: node.allow), neighbour)
    }

    private func options(allow: String) -> Response {
        Response(status: 204, headers: [ResponseHeader("Allow", allow)])
    }
}
