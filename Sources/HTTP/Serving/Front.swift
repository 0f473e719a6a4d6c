/// Chooses the router of a request by its head: for one socket in front of several apps.
package struct Front {
    /// The choice for one request.
    package final class Way {
        /// As the router sees it, such as below a prefix.
        package let head: RequestHead
        package let router: Router
        /// Replied without the router.
        package var refusal: Problem?
        /// Runs a handler, or replies instead of it. A stream is to be made as it is sent.
        package var around: ((Request, Route.Handler, _ isStream: Bool) async -> Response)?
        /// Called before anything serves the request. The way is released after the reply.
        package var begin: (() async -> Void)?
        /// Called with the status of the reply; 0 for a connection that is cut instead.
        package var onReply: ((Int) -> Void)?

        package init(_ head: RequestHead, to router: Router) {
            self.head = head
            self.router = router
        }
    }

    let way: (RequestHead) -> Way
    /// Field lines of every reply, each with its line end.
    let lines: [UInt8]

    package init(lines: String, way: @escaping (RequestHead) -> Way) {
        self.lines = Array(lines.utf8)
        self.way = way
    }
}

extension Front.Way {
    func serve<Value>(_ body: () async -> Value) async -> Value {
        await begin?()
        return await body()
    }
}

extension RequestHead {
    /// The same request with another path: its end, from a byte on.
    ///
    /// - Parameter length: the first bytes of the path, which are left out; a slash must follow them.
    package func below(pathBytes length: Int) -> RequestHead {
        var target = target
        target.pathStart = target.path.lowerBound
        target.path = (target.path.lowerBound + length)..<target.path.upperBound
        return copy(headers, target)
    }

    /// The same request, with `prefix` taken from the start of its bearer token. Nil without that prefix.
    package func withoutTokenPrefix(_ prefix: String) -> RequestHead? {
        let scheme = Array("Bearer ".utf8)
        guard let value = headers.firstRange("authorization"),
            let index = headers.fields.firstIndex(where: { $0.value == value })
        else { return nil }
        let start = value.lowerBound + scheme.count
        guard value.count > scheme.count, headers.bytes[start..<value.upperBound].starts(with: prefix.utf8)
        else { return nil }
        var (bytes, fields) = (headers.bytes, headers.fields)
        // The scheme moves up to the rest of the token, so that all other positions stay.
        let moved = value.lowerBound + prefix.utf8.count
        bytes.replaceSubrange(moved..<(moved + scheme.count), with: scheme)
        fields[index] = Headers.Field(name: fields[index].name, value: moved..<value.upperBound)
        return copy(Headers(bytes: bytes, fields: fields), target)
    }

    private func copy(_ headers: Headers, _ target: RequestTarget) -> RequestHead {
        RequestHead(
            method: method, version: version, headers: headers, target: target, framing: framing,
            keepsAlive: keepsAlive, expectsContinue: expectsContinue, caller: caller)
    }
}
