package enum Platform: String, Sendable, CaseIterable {
    case iphone
    case ipad
    case android
    /// Amazon's tablets.
    case fire
    case blackberry
    case windowsPhone = "windows_phone"
    case desktop

    /// As statistics count it: everything that is no mobile platform of theirs is a desktop.
    package var family: PlatformFamily {
        switch self {
        case .iphone, .ipad: .ios
        case .android, .fire: .android
        case .blackberry, .windowsPhone, .desktop: .desktop
        }
    }
}

package enum PlatformFamily: String, Sendable, CaseIterable, Comparable {
    case android
    case desktop
    case ios

    package static func < (left: PlatformFamily, right: PlatformFamily) -> Bool {
        left.rawValue < right.rawValue
    }
}
