internal import WebClient

extension MailServer {
    /// `smtps://user:password@host:465`, `smtp://host:587`: with `STARTTLS` unless it says `?tls=off`, which
    /// is for this machine alone. `?ca=FILE` names whose certificates are trusted instead of the system's.
    init?(url: String) {
        guard let scheme = url.firstRange(of: "://").map({ String(url[..<$0.lowerBound]) }),
            scheme == "smtp" || scheme == "smtps"
        else { return nil }
        let parts = url.dropFirst(scheme.count + 3).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let options = Self.options(parts.count > 1 ? parts[1] : ""),
            let endpoint = Self.endpoint(parts[0], port: scheme == "smtps" ? 465 : 587)
        else { return nil }
        let isOff = options["tls"] == "off"
        let isLoopback =
            endpoint.host == "localhost" || endpoint.host == "::1" || endpoint.host.hasPrefix("127.")
        if isOff, scheme == "smtps" || !isLoopback { return nil }
        let security: Security = scheme == "smtps" ? .tls : isOff ? .none : .startTLS
        self.init(host: endpoint.host, port: endpoint.port, security: security, login: endpoint.login)
        if let file = options["ca"] { trust = .file(file) }
    }

    private static func options(_ text: Substring) -> [String: String]? {
        var options: [String: String] = [:]
        for item in text.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let value = decoded(pair[1]) else { return nil }
            guard pair[0] == "tls" && value == "off" || pair[0] == "ca" && !value.isEmpty else { return nil }
            options[String(pair[0])] = value
        }
        return options
    }

    private static func endpoint(
        _ text: Substring, port: Int
    ) -> (host: String, port: Int, login: Login?)? {
        var rest = text.last == "/" ? text.dropLast() : text
        var login: Login?
        if let at = rest.lastIndex(of: "@") {
            let words = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let user = decoded(words[0]), let password = decoded(words[1]),
                !user.isEmpty
            else { return nil }
            login = Login(user: user, password: password)
            rest = rest[rest.index(after: at)...]
        }
        var host = rest
        var chosen: Int? = port
        let end = rest.lastIndex(of: "]") ?? rest.startIndex
        if let colon = rest[end...].lastIndex(of: ":") {
            host = rest[..<colon]
            chosen = Int(rest[rest.index(after: colon)...])
        }
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard let chosen, (1...65_535).contains(chosen), !host.isEmpty, !host.contains("/") else {
            return nil
        }
        return (String(host), chosen, login)
    }

    /// Nil where a percent sign isn't followed by two digits.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
