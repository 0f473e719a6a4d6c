internal import Basics

/// One environment variable: its name, what it is when unset, what it is for, and how its text becomes a
/// value.
struct Setting: Sendable {
    typealias Path<Value> = any (WritableKeyPath<Configuration, Value> & Sendable)

    let name: String
    /// The value when the variable is unset or empty.
    let fallback: String
    /// The default for `help`, if the text itself isn't meaningful.
    var fallbackMeaning: String?
    let help: String
    /// The values that it takes, where there are few or they have bounds.
    var allowed = ""
    /// The version that brought it.
    var since = "0.9.0"
    /// The action that makes a change effective.
    var renewal = Renewal.restart
    var isSecret = false
    /// Sets the value; returns what is allowed when the text isn't.
    let apply: @Sendable (inout Configuration, String) -> String?
    /// The current value, as in the table at start.
    let show: @Sendable (Configuration) -> String

    enum Renewal: String {
        case restart
        /// SIGHUP, for the file that the setting names.
        case reload = "restart; SIGHUP rereads its file"
        case watched = "restart; its file is reread when it changes"
    }

    /// - Returns: The setting of a file that a running server reads again.
    func renewed(by renewal: Renewal) -> Setting {
        var setting = self
        setting.renewal = renewal
        return setting
    }

    /// - Returns: The setting with a default that depends on the machine, in words.
    func described(default meaning: String) -> Setting {
        var setting = self
        setting.fallbackMeaning = meaning
        return setting
    }

    func mistake(_ value: String, allowed: String) -> ConfigurationMistake {
        ConfigurationMistake(name: name, value: isSecret ? Secret.hidden : value, allowed: allowed)
    }

    static func text(
        _ name: String, _ path: Path<String>, default fallback: String, _ help: String
    ) -> Setting {
        Setting(name: name, fallback: fallback, help: help) { configuration, text in
            configuration[keyPath: path] = text
            return text.utf8.contains(0) ? "text" : nil
        } show: {
            $0[keyPath: path]
        }
    }

    static func number<Value: FixedWidthInteger & Sendable>(
        _ name: String, _ path: Path<Value>, default fallback: Value, in range: ClosedRange<Value>,
        _ help: String
    ) -> Setting {
        let allowed = "\(range.lowerBound) to \(range.upperBound)"
        return Setting(name: name, fallback: String(fallback), help: help, allowed: allowed) {
            configuration, text in
            guard text.utf8.allSatisfy(\.isDigit), let value = Value(text), range.contains(value) else {
                return "a whole number from \(allowed)"
            }
            configuration[keyPath: path] = value
            return nil
        } show: {
            String($0[keyPath: path])
        }
    }

    static func toggle(_ name: String, _ path: Path<Bool>, default fallback: Bool, _ help: String) -> Setting
    {
        Setting(name: name, fallback: fallback ? "on" : "off", help: help, allowed: "on or off") {
            configuration, text in
            guard text == "on" || text == "off" else { return "on or off" }
            configuration[keyPath: path] = text == "on"
            return nil
        } show: {
            $0[keyPath: path] ? "on" : "off"
        }
    }

    static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ path: Path<Value>, default fallback: Value, _ help: String
    ) -> Setting {
        let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return Setting(name: name, fallback: fallback.rawValue, help: help, allowed: choices) {
            configuration, text in
            guard let value = Value(rawValue: text) else { return "one of \(choices)" }
            configuration[keyPath: path] = value
            return nil
        } show: {
            $0[keyPath: path].rawValue
        }
    }
}
