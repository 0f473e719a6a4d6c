/// One structured line of the log. No token, password or e-mail may be in any field.
package struct LogLine: Sendable {
    package enum Level: String, Sendable, CaseIterable, Comparable {
        case debug
        case info
        case warning
        case error

        package static func < (left: Level, right: Level) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    package let level: Level
    package let message: String
    package let fields: [String: String]

    package init(_ level: Level, _ message: String, _ fields: [String: String] = [:]) {
        self.level = level
        self.message = message
        self.fields = fields
    }
}
