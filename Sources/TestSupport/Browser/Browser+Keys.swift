internal import JSON

extension Browser {
    /// A key of the keyboard.
    package enum Key {
        case tab
        case enter
        case space
        case letter(Character)

        /// As the DevTools protocol describes it; what types nothing has no text.
        fileprivate var description: (key: String, code: String, number: Int64, text: String?) {
            switch self {
            case .tab: ("Tab", "Tab", 9, nil)
            case .enter: ("Enter", "Enter", 13, "\r")
            case .space: (" ", "Space", 32, " ")
            case .letter(let letter):
                (
                    String(letter), "Key\(letter.uppercased())",
                    Int64(letter.uppercased().utf8.first ?? 0), String(letter)
                )
            }
        }
    }

    /// Presses a key where the focus is.
    package func press(_ key: Key) throws {
        let (name, code, number, text) = key.description
        for type in [text == nil ? "rawKeyDown" : "keyDown", "keyUp"] {
            var event = [
                JSONMember("type", .string(type)), JSONMember("key", .string(name)),
                JSONMember("code", .string(code)), JSONMember("windowsVirtualKeyCode", .integer(number)),
            ]
            if let text, type == "keyDown" { event.append(JSONMember("text", .string(text))) }
            try call("Input.dispatchKeyEvent", .object(event))
        }
    }

    /// Presses a key that leads to another page, and waits for that.
    package func follow(_ key: Key) throws {
        events = []
        try press(key)
        _ = try event("Page.frameRequestedNavigation")
        try waitUntilStill()
    }
}
