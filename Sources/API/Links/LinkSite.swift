internal import HTTP
internal import Links

/// What exists under one of the profile's prefixes.
struct LinkSite {
    let prefix: LinkPrefix
    /// Their patterns are below the prefix.
    let routes: [GatedRoute]

    var summaries: [RouteSummary] {
        routes.map { RouteSummary($0, prefix: prefix) }
    }

    /// The routes where HTTP finds them. The prefix itself is asked for with and without a slash.
    var mounted: [Route] {
        routes.flatMap { gated in
            let pattern = prefix.path + gated.route.pattern
            let isRoot = gated.route.pattern == "/" && !prefix.path.isEmpty
            return (isRoot ? [pattern, prefix.path] : [pattern]).map { gated.route.mounted(as: $0) }
        }
    }

    /// Prefixes on one host are one site.
    static func byHost(_ sites: [LinkSite], brand: PageBrand?) -> [Site] {
        var hosts: [String] = []
        for site in sites where !hosts.contains(site.prefix.host) { hosts.append(site.prefix.host) }
        return hosts.map { host in
            let routes = sites.filter { $0.prefix.host == host }.flatMap(\.mounted)
            return Site(host: host, routes: routes, page: .page(by: brand))
        }
    }
}

extension Route {
    func mounted(as pattern: String) -> Route {
        Route(
            method, pattern, body: body, bodyBytesMax: bodyBytesMax,
            handlerTimeoutMilliseconds: handlerTimeoutMilliseconds, problemForm: problemForm,
            handler: handler)
    }
}
