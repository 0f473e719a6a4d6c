extension Configuration: CustomStringConvertible {
    /// The table printed at start: every setting, without secrets.
    var description: String {
        Self.settings.map { "  \(Self.padded($0.name)) \($0.show(self))" }.joined(separator: "\n")
    }

    /// The output of `shipmate help configuration`.
    static var help: String {
        let lines = settings.map { setting in
            let fallback = setting.fallbackMeaning ?? setting.fallback
            let allowed = setting.allowed.isEmpty ? "" : ": \(setting.allowed)"
            return "  \(padded(setting.name)) \(setting.help)\(allowed)"
                + (fallback.isEmpty ? "" : " (\(fallback))")
        }
        return (["Settings, all from the environment, with their defaults:", ""] + lines)
            .joined(separator: "\n")
    }

    private static let nameWidth = settings.map(\.name.utf8.count).max() ?? 0

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: nameWidth - name.utf8.count)
    }
}
