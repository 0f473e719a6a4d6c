internal import Basics

/// The description of a device for the list of sessions, from its User-Agent: a word or two, the same for
/// millions.
package enum DeviceFamily: String, Sendable, CaseIterable {
    case iphone = "iPhone"
    case ipad = "iPad"
    case android = "Android"
    case fire = "Fire tablet"
    case blackberry = "BlackBerry"
    case windowsPhone = "Windows Phone"
    case windows = "Windows"
    case mac = "Mac"
    case chromebook = "Chromebook"
    case linux = "Linux"
    /// An app of Apple's systems, whose network library says no more.
    case apple = "Apple device"

    /// Nil where it says nothing of a device.
    package init?(userAgent: String) {
        switch Visitor(userAgent: userAgent).platform {
        case .iphone: self = .iphone
        case .ipad: self = .ipad
        case .android: self = .android
        case .fire: self = .fire
        case .blackberry: self = .blackberry
        case .windowsPhone: self = .windowsPhone
        case .desktop:
            let words = AgentWords(Array(userAgent.utf8.prefix(Visitor.agentBytesMax)))
            guard let known = Self.words.first(where: { words.has($0.word) }) else { return nil }
            self = known.family
        }
    }

    /// The first that is there counts. `okhttp` and `dalvik` are Android's.
    private static let words: [(word: String, family: DeviceFamily)] = [
        ("okhttp", .android), ("dalvik", .android), ("windows", .windows), ("macintosh", .mac),
        ("cros", .chromebook), ("linux", .linux), ("darwin", .apple), ("cfnetwork", .apple),
    ]
}
