internal import CLibpq

/// Where the database is and who we are: a connection string (URI or `keyword=value`), or libpq's `PG*`
/// environment.
///
/// Several hosts may be named; by default the one that accepts writes is chosen.
package struct ConnectionParameters: Sendable, Hashable {
    /// The string can't be read. The text never repeats the string, which may hold a password.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    private struct Option: Hashable {
        let keyword: String
        var value: String
    }

    /// The string's own values: libpq adds its defaults itself.
    private var options: [Option]

    /// - Parameter text: a connection string; nil or empty for the `PG*` environment alone.
    package init(_ text: String? = nil) throws(Invalid) {
        guard let text, !text.isEmpty else {
            options = []
            return
        }
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            throw Invalid(description: Self.withoutQuotations(message.map { String(cString: $0) } ?? ""))
        }
        options = Self.options(parsed)
        PQconninfoFree(parsed)
    }

    /// Hosts named; 1 when none is.
    var hostCount: Int {
        max(1, hosts.count)
    }

    private var hosts: [String] {
        list("host").isEmpty ? list("hostaddr") : list("host")
    }

    /// Hosts and ports that are reached over a network; empty for Unix sockets.
    package var networkAddresses: [(host: String, port: String)] {
        let ports = list("port")
        return hosts.enumerated().compactMap { index, host in
            // A folder, an abstract name, or libpq's own default.
            guard let first = host.first, first != "/", first != "@" else { return nil }
            let port = ports.count > 1 && index < ports.count ? ports[index] : ports.first ?? ""
            return (host, port.isEmpty ? Self.portDefault : port)
        }
    }

    private static let portDefault = "5432"

    /// Where among the hosts the one is that libpq calls so.
    func index(ofHost host: String, port: String) -> Int? {
        let ports = list("port")
        return hosts.indices.first { index in
            hosts[index] == host && (ports.count <= index || ports.count == 1 || ports[index] == port)
        }
    }

    /// The keywords and values to connect with.
    ///
    /// - Parameter first: the index of the host that is asked first; the others follow in their order.
    func keywords(settings: SessionSettings, first: Int) -> [(String, String)] {
        var copy = self
        for keyword in ["host", "hostaddr", "port"] where list(keyword).count > 1 {
            let list = list(keyword)
            let index = first % list.count
            copy.set(keyword, (list[index...] + list[..<index]).joined(separator: ","))
        }
        copy.set("client_encoding", "UTF8")
        if effective("application_name") == nil { copy.set("application_name", settings.applicationName) }
        if effective("target_session_attrs") ?? "any" == "any" {
            copy.set("target_session_attrs", "read-write")
        }
        return copy.options.map { ($0.keyword, $0.value) }
    }

    /// Those of `settings` that the string's own `options` say nothing of.
    func settings(besidesOwn settings: SessionSettings) -> [SessionSettings.Setting] {
        guard let given = effective("options") else { return settings.all }
        let names = given.lowercased().replacing("-", with: "_")
        return settings.all.filter { !names.contains($0.name.lowercased() + "=") }
    }

    private mutating func set(_ keyword: String, _ value: String) {
        options.removeAll { $0.keyword == keyword }
        options.append(Option(keyword: keyword, value: value))
    }

    private func effective(_ keyword: String) -> String? {
        (options.first { $0.keyword == keyword } ?? Self.defaults.first { $0.keyword == keyword })?.value
    }

    private func list(_ keyword: String) -> [String] {
        guard let value = effective(keyword), !value.isEmpty else { return [] }
        return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// libpq's own defaults, the environment's included.
    private static var defaults: [Option] {
        guard let defaults = PQconndefaults() else { return [] }
        defer { PQconninfoFree(defaults) }
        return options(defaults)
    }

    private static func options(_ list: UnsafeMutablePointer<PQconninfoOption>) -> [Option] {
        var options: [Option] = []
        var entry = list
        while let keyword = entry.pointee.keyword {
            if let value = entry.pointee.val, value.pointee != 0 {
                options.append(Option(keyword: String(cString: keyword), value: String(cString: value)))
            }
            entry += 1
        }
        return options
    }

    /// libpq's message up to its first quotation: what it quotes is the string itself.
    private static func withoutQuotations(_ message: String) -> String {
        if message.hasPrefix("missing \"=\"") { return "a keyword without \"=\" in the connection string" }
        let text = message.prefix { $0 != "\"" && $0 != "\n" }
        return String(text.reversed().drop { $0 == " " || $0 == ":" }.reversed())
    }
}
