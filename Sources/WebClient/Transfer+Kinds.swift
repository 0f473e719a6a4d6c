internal import CCurl

extension Transfer {
    convenience init(_ request: WebRequest) throws(WebError) {
        try request.check()
        try self.init(
            addresses: request.proxy == nil ? request.addresses : .any, ReplyLimits(request),
            countsAtHead: request.countsAtHead)
        url = request.url
        setCommon(
            request.url, request.deadlineMilliseconds, request.connectMillisecondsMax, request.trust)
        let schemes = shipmate_curl_https | (request.allowsPlainHTTP ? shipmate_curl_http : 0)
        note(shipmate_curl_schemes(handle, schemes, shipmate_curl_https))
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_FOLLOWLOCATION, request.redirectsMax > 0 ? 1 : 0)
        set(CURLOPT_MAXREDIRS, request.redirectsMax)
        if request.longBody == .failure {
            note(shipmate_curl_size(handle, CURLOPT_MAXFILESIZE_LARGE, request.bodyBytesMax))
        }
        setConnection(of: request)
        switch request.method {
        case .get: break
        case .post(let body):
            set(CURLOPT_POST, 1)
            set(CURLOPT_COPYPOSTFIELDS, bytes: body)
        case .delete: set(CURLOPT_CUSTOMREQUEST, "DELETE")
        }
        // Bodies are sent without asking first (`Expect`): that waits a second for servers that don't
        // answer.
        set(CURLOPT_HTTPHEADER, request.headers.map(Self.line) + ["Expect:"])
        try check()
    }

    private func setConnection(of request: WebRequest) {
        set(CURLOPT_RESOLVE, request.answers)
        if let proxy = request.proxy {
            set(CURLOPT_PROXY, proxy)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        }
        if request.connectionSecondsMax > 0 {
            // libcurl counts whole seconds, and uses a connection until there is one more.
            set(CURLOPT_MAXLIFETIME_CONN, max(1, request.connectionSecondsMax - 1))
        } else {
            set(CURLOPT_FRESH_CONNECT, 1)
            set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    /// As far as the login.
    convenience init(_ mail: OutgoingMail) throws(WebError) {
        try mail.check()
        try self.init(addresses: .any, ReplyLimits(headerBytesMax: 32 << 10, bodyBytesMax: 0))
        let server = mail.server
        let scheme = server.security == .tls ? "smtps" : "smtp"
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        setCommon(
            "\(scheme)://\(host):\(server.port)", mail.deadlineMilliseconds, mail.connectMillisecondsMax,
            server.trust)
        note(shipmate_curl_schemes(handle, shipmate_curl_smtp, 0))
        set(CURLOPT_CONNECT_ONLY, 1)
        if server.security == .startTLS { set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
        if let login = server.login {
            set(CURLOPT_USERNAME, login.user)
            set(CURLOPT_PASSWORD, login.password)
        }
        try check()
    }

    private func setCommon(
        _ url: String, _ deadlineMilliseconds: Int, _ connectMillisecondsMax: Int, _ trust: Trust
    ) {
        set(CURLOPT_URL, url)
        // Signals are the process's. The environment's proxy would connect where our filter can't see it. Its
        // exceptions would lead around the request's proxy.
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_TIMEOUT_MS, max(1, deadlineMilliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectMillisecondsMax))
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if case .file(let path) = trust { set(CURLOPT_CAINFO, path) }
        note(shipmate_curl_quick_exit(handle))
    }

    /// One without a value would be taken for one that isn't wanted.
    private static func line(_ header: (name: String, value: String)) -> String {
        header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }
}

extension ReplyLimits {
    fileprivate init(_ request: WebRequest) {
        self.init(
            headerBytesMax: request.headerBytesMax, bodyBytesMax: request.bodyBytesMax,
            bodyBytesKept: request.bodyBytesKept, longBody: request.longBody)
    }
}

extension WebRequest {
    fileprivate func check() throws(WebError) {
        let bytes = url.utf8
        guard let scheme = bytes.firstIndex(of: UInt8(ascii: ":")).map({ url[..<$0].lowercased() }),
            scheme == "https" || allowsPlainHTTP && scheme == "http"
        else { throw .invalidRequest("the URL isn't https") }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidRequest("the URL has a character that must be percent-encoded")
        }
        let authority = bytes.dropFirst(scheme.utf8.count).drop { ":/".utf8.contains($0) }
        guard !authority.prefix(while: { !"/?#".utf8.contains($0) }).contains(UInt8(ascii: "@")) else {
            throw .invalidRequest("the URL has a user name")
        }
        guard proxy?.hasPrefix("http://") != false else {
            throw .invalidRequest("the proxy's URL isn't http")
        }
        for header in headers {
            let isName = header.name.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";")
            }
            guard !header.name.isEmpty, isName, header.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else { throw .invalidRequest("a header can't be sent") }
        }
    }
}

extension OutgoingMail {
    /// Each goes between angle brackets of a line.
    fileprivate func check() throws(WebError) {
        for address in [sender, recipient] {
            let isGood = address.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">")
            }
            guard isGood, address.utf8.count <= 320 else {
                throw .invalidRequest("the address can't be used")
            }
        }
        let host = server.host.utf8
        guard !host.isEmpty, host.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") }) else {
            throw .invalidRequest("the mail server has no name")
        }
    }
}
