package import FoundationEssentials

/// A press of a button of a link's page.
package struct Tap: Equatable, Sendable {
    /// The click's id.
    package let clickID: UUID
    package let traits: DeviceTraits
    /// Whether the button copied the invite; nil where the page left before it knew.
    package let isCopied: Bool?

    /// Its row's size on disk with its index entry, rounded up.
    package static let storedBytes = 160

    package init(clickID: UUID, traits: DeviceTraits, isCopied: Bool?) {
        self.clickID = clickID
        self.traits = traits
        self.isCopied = isCopied
    }
}

/// A device's traits as keyed hashes, under a salt of the click's own: those of two clicks can't be compared.
package struct TraitHashes: Equatable, Sendable {
    package var screenInPoints: Int64?
    package var screenInPixels: Int64?
    package var scale: Int64?
    package var timeZone: Int64?
    package var language: Int64?

    package init() {}

    /// Whether an app's device may be this one, by all that both know.
    package func agrees(withApp app: TraitHashes) -> Bool {
        let screens = [screenInPoints, screenInPixels].compactMap(\.self)
        let hasScreen = app.screenInPoints.map { screens.isEmpty || screens.contains($0) } ?? true
        return hasScreen && Self.agree(scale, app.scale) && Self.agree(timeZone, app.timeZone)
            && Self.agree(language, app.language)
    }

    private static func agree(_ one: Int64?, _ other: Int64?) -> Bool {
        one == nil || other == nil || one == other
    }
}
