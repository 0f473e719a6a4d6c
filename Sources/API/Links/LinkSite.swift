internal import HTTP
internal import JSON
internal import Links
internal import Pages

/// The routes under one of the profile's prefixes.
struct LinkSite {
    let prefix: LinkPrefix
    /// Their patterns are below the prefix.
    let routes: [GatedRoute]

    var summaries: [RouteSummary] {
        routes.map { RouteSummary($0, prefix: prefix) }
    }

    /// The routes where HTTP finds them. The prefix itself is asked for with and without a slash, and so is a
    /// link, behind which some who pass it on put one.
    var mounted: [Route] {
        routes.flatMap { gated in
            let pattern = prefix.path + gated.route.pattern
            return [pattern, slashed(gated.route)].compactMap(\.self).map { gated.route.mounted(as: $0) }
        }
    }

    private func slashed(_ route: Route) -> String? {
        if route.pattern == "/" { return prefix.path.isEmpty ? nil : prefix.path }
        let isOpened = route.method == .get && route.pattern.hasPrefix("/{code}")
        return isOpened ? prefix.path + route.pattern + "/" : nil
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
