internal import Basics

/// One environment variable: its name, what it is when unset, what it is for, and how its text becomes a
/// value.
struct Setting: Sendable {
    typealias Path<Value> = any (WritableKeyPath<Configuration, Value> & Sendable)

    let name: String
    /// The text in force when the variable is unset or empty.
    let fallback: String
    /// What `help` shows as the default, where the text itself would say little.
    var fallbackMeaning: String?
    let help: String
    var isSecret = false
    /// Sets the value; returns what is allowed when the text isn't.
    let apply: @Sendable (inout Configuration, String) -> String?
    /// The value in force, as the table at start shows it.
    let show: @Sendable (Configuration) -> String

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
        Setting(name: name, fallback: String(fallback), help: help) { configuration, text in
            guard text.utf8.allSatisfy(\.isDigit), let value = Value(text), range.contains(value) else {
                return "a whole number from \(range.lowerBound) to \(range.upperBound)"
            }
            configuration[keyPath: path] = value
            return nil
        } show: {
            String($0[keyPath: path])
        }
    }

    static func toggle(_ name: String, _ path: Path<Bool>, default fallback: Bool, _ help: String) -> Setting
    {
        Setting(name: name, fallback: fallback ? "on" : "off", help: "\(help): on or off") {
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
        return Setting(name: name, fallback: fallback.rawValue, help: "\(help): \(choices)") {
            configuration, text in
            guard let value = Value(rawValue: text) else { return "one of \(choices)" }
            configuration[keyPath: path] = value
            return nil
        } show: {
            $0[keyPath: path].rawValue
        }
    }
}
