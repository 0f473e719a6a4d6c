/// libpq's words on a connection that it couldn't make, with the server's code where the server refused it.
///
/// libpq keeps no code of a refused connection, but its verbose form has one: `FATAL:  28P01: password
/// authentication failed`, and below it the line of PostgreSQL's source.
struct ConnectFailure {
    let text: String

    init(verbose: String) {
        text = verbose.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("LOCATION:") }
            .map(Self.withCodeLast).joined(separator: "\n")
    }

    init(text: String) {
        self.text = text
    }

    /// The server's five characters; nil where it didn't answer, or libpq itself refused.
    var sqlState: String? {
        guard let mark = text.firstRange(of: Self.mark) else { return nil }
        let code = text[mark.upperBound...].prefix { $0 != ")" }
        return code.count == Self.codeLength ? String(code) : nil
    }

    /// libpq has refused the server, or lacks what the server asks for. In its own words, since there is no
    /// code.
    var isOfSettings: Bool {
        ["certificate", "private key", "does not support SSL", "no password supplied"].contains {
            text.contains($0)
        }
    }

    private static let mark = "(SQLSTATE "
    private static let codeLength = 5

    /// `FATAL:  28P01: words` as `FATAL:  words (SQLSTATE 28P01)`. Only a severity has two spaces behind it.
    private static func withCodeLast(_ line: Substring) -> String {
        guard let severity = line.firstRange(of: ":  ") else { return String(line) }
        let code = line[severity.upperBound...].prefix(codeLength)
        let words = line[code.endIndex...]
        let isCode = code.count == codeLength && code.allSatisfy { $0.isNumber || $0.isUppercase }
        guard isCode, words.hasPrefix(": ") else { return String(line) }
        return "\(line[..<severity.upperBound])\(words.dropFirst(2)) \(mark)\(code))"
    }
}

extension PostgresError {
    /// Whether the database may come by itself: it is away, starts, takes no writes yet, or has no room. A
    /// refused password or a missing database is a mistake.
    package var isOutage: Bool {
        guard case .cannotConnect(let text) = self else { return isUnavailable || isSystemTrouble }
        let failure = ConnectFailure(text: text)
        return failure.sqlState.map(Self.isTrouble) ?? !failure.isOfSettings
    }

    /// The session's role doesn't exist (22023): nothing has migrated this cluster yet.
    package var lacksRole: Bool {
        guard case .cannotConnect(let text) = self else { return false }
        return ConnectFailure(text: text).sqlState == "22023"
    }
}
