/// A step of the tree that all patterns form: one segment, and what may come after it.
final class RouteNode {
    private(set) var routes: [Route] = []
    private var names: [(name: [UInt8], node: RouteNode)] = []
    private var parameter: (name: String, node: RouteNode)?

    /// Methods served here, with those that come for free, as the Allow field lists them.
    var allow: String { allowedMethods(routes.map(\.method)) }

    init() {}

    /// The root of a tree.
    init(_ routes: [Route]) {
        for route in routes {
            precondition(route.pattern.hasPrefix("/"), "\(route.pattern) must begin with a slash")
            let segments = route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            insert(route, segments[...])
        }
    }

    private func insert(_ route: Route, _ segments: ArraySlice<Substring>) {
        guard let segment = segments.first else {
            precondition(self.route(route.method) == nil, "two routes for \(route.method) \(route.pattern)")
            routes.append(route)
            return
        }
        child(for: segment, of: route).insert(route, segments.dropFirst())
    }

    func route(_ method: Method) -> Route? {
        routes.first { $0.method == method }
    }

    /// The node for the rest of a path. A name goes before a parameter; a name that leads nowhere falls back
    /// to it.
    func find(
        _ head: RequestHead, _ segments: ArraySlice<Range<Int>>, _ parameters: inout [RouteParameter]
    ) -> RouteNode? {
        guard let segment = segments.first else { return routes.isEmpty ? nil : self }
        let rest = segments.dropFirst()
        if let node = named(segment, in: head), let found = node.find(head, rest, &parameters) {
            return found
        }
        guard let parameter, !segment.isEmpty else { return nil }
        parameters.append(RouteParameter(name: parameter.name, range: segment))
        if let found = parameter.node.find(head, rest, &parameters) { return found }
        parameters.removeLast()
        return nil
    }

    private func named(_ segment: Range<Int>, in head: RequestHead) -> RouteNode? {
        let source = head.headers.bytes
        let bytes = source.span
        if head.target.isPathEncoded {
            let decoded = percentDecoded(bytes, in: segment)
            return names.first { $0.name == decoded }?.node
        }
        for (name, node) in names where name.count == segment.count {
            var index = 0
            while index < name.count, name[index] == bytes[segment.lowerBound + index] { index += 1 }
            if index == name.count { return node }
        }
        return nil
    }

    private func child(for segment: Substring, of route: Route) -> RouteNode {
        guard segment.hasPrefix("{"), segment.hasSuffix("}") else {
            let name = Array(segment.utf8)
            if let known = names.first(where: { $0.name == name }) { return known.node }
            names.append((name, RouteNode()))
            return names[names.count - 1].node
        }
        let name = String(segment.dropFirst().dropLast())
        if let parameter {
            precondition(parameter.name == name, "\(route.pattern): a sibling calls it {\(parameter.name)}")
            return parameter.node
        }
        let node = RouteNode()
        parameter = (name, node)
        return node
    }
}

/// In the order they are declared, with HEAD beside GET, and OPTIONS, which the router answers itself.
func allowedMethods(_ methods: [Method]) -> String {
    var allowed = Set(methods)
    if allowed.contains(.get) { allowed.insert(.head) }
    allowed.insert(.options)
    return Method.allCases.filter { allowed.contains($0) }.map(\.rawValue).joined(separator: ", ")
}
