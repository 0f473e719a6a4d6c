internal import Basics

/// A link's visitor, according to the User-Agent.
package struct Visitor: Equatable, Sendable {
    /// The maximum length that is read of a User-Agent; meaningful ones are less than half as long.
    package static let agentBytesMax = 1024

    package var platform: Platform
    /// The service that fetches the link to preview it.
    package var bot: SocialBot?
    /// Such as `17.4`; nil where it is not told, or told falsely as reduced user agents do.
    package var osVersion: String?
    /// Such as `Pixel 8`.
    package var model: String?
    /// Whether it opens `intent://…`: Chrome and its kin do, and apps' own browsers show an error.
    package var opensIntents = false
    /// Safari says the same on a Mac and on an iPad, and only the page can tell.
    package var mayBeIPad = false

    /// Never fails: noise is a desktop.
    package init(userAgent: String) {
        let bytes = Array(userAgent.utf8.prefix(Self.agentBytesMax))
        let words = AgentWords(bytes)
        self.init(platform: Self.platform(words), bot: SocialBot(words: words))
        switch platform {
        case .android, .fire:
            let agent = AndroidAgent(bytes)
            (osVersion, model) = (agent.osVersion, agent.model)
            opensIntents = bot == nil && platform == .android && words.isChromeItself
        case .iphone, .ipad: osVersion = Self.iosVersion(words)
        case .desktop:
            mayBeIPad = bot == nil && words.has("macintosh") && words.isSafari
            if mayBeIPad { osVersion = words.version(after: ["version"]) }
        case .blackberry, .windowsPhone: break
        }
    }

    /// The page's answer for an ambiguous device: `ipad`, or a desktop for all other values.
    package func found(toBe device: String) -> Visitor {
        guard mayBeIPad else { return self }
        return device == "ipad"
            ? Visitor(platform: .ipad, osVersion: osVersion) : Visitor(platform: .desktop)
    }

    /// From iOS 26 on browsers send 18.6 or 18.7 for every system, and on an iPad they may claim a Mac;
    /// then Safari's own version is the system's.
    private static func iosVersion(_ words: AgentWords) -> String? {
        let version = words.version(after: ["os", "ios"])
        let isTrue = version.map {
            !["18.6", "18.7"].contains($0.split(separator: ".").prefix(2).joined(separator: "."))
        }
        if isTrue == true { return version }
        return words.isSafari ? words.version(after: ["version"]) : nil
    }

    package init(platform: Platform, bot: SocialBot? = nil, osVersion: String? = nil, model: String? = nil) {
        self.platform = platform
        self.bot = bot
        self.osVersion = osVersion
        self.model = model
    }

    /// In the order of their disguises. Windows Phone sends Android and iPhone. BlackBerry's Androids send
    /// BlackBerry. An iPad that asks for desktop sites sends Macintosh, but also `Mobile`, or a browser's
    /// name on iOS, unlike a Mac.
    private static func platform(_ words: AgentWords) -> Platform {
        if words.has("windows", then: "phone") || words.has("iemobile") { return .windowsPhone }
        if words.has("silk") { return .fire }
        if words.has("android") { return words.all.contains(where: isFireModel) ? .fire : .android }
        if words.has("ipad") { return .ipad }
        if words.has("iphone") || words.has("ipod") { return .iphone }
        if words.has("macintosh"), words.isOfIOS { return .ipad }
        if words.all.contains(where: isBlackBerry) { return .blackberry }
        return words.has("macintosh") && words.has("mobile") ? .ipad : .desktop
    }

    /// `BB10`, `PlayBook` or `BlackBerry9700`.
    private static func isBlackBerry(_ word: String) -> Bool {
        word == "bb10" || word == "playbook" || word.hasPrefix("blackberry")
    }

    /// `KFMAWI`, `KFOT`: Amazon's tablets, in apps that don't say Silk.
    private static func isFireModel(_ word: String) -> Bool {
        (4...8).contains(word.utf8.count) && word.hasPrefix("kf")
            && word.utf8.allSatisfy(\.isLetter)
    }
}

extension AgentWords {
    /// Apple's own browser, and no other that says so too.
    fileprivate var isSafari: Bool {
        has("version") && has("safari") && !isOfIOS
            && !all.contains { ["chrome", "chromium", "edg", "opr", "firefox", "vivaldi"].contains($0) }
    }

    /// Chrome, or another browser that is built on it, and no app that shows pages within itself.
    fileprivate var isChromeItself: Bool {
        has("chrome") && !all.contains(where: Self.ofPagesWithinApps.contains)
    }

    private static let ofPagesWithinApps: Set = [
        "wv", "fban", "fbav", "fb4a", "instagram", "line", "snapchat", "pinterest", "micromessenger",
        "bytedancewebview", "musical", "gsa",
    ]

    /// Chrome, Firefox, Edge and Opera, as they call themselves on iPhones and iPads alone.
    fileprivate var isOfIOS: Bool {
        all.contains { ["crios", "fxios", "edgios", "optios"].contains($0) }
    }
}
