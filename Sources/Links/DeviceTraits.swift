internal import Basics

/// A device's traits that a page and an app both see, in equal form; nil for unknown ones.
package struct DeviceTraits: Equatable, Sendable {
    /// The shorter side first, such as `393x852`. An app may say either, a page says both.
    package var screenInPoints: String?
    package var screenInPixels: String?
    /// Pixels a point, such as `3`.
    package var scale: String?
    package var timeZone: String?
    /// The first that its owner reads, without the country: browsers tell no more of the list.
    package var language: String?

    /// As a page sees it.
    package init(screen: String?, scale: Double?, timeZone: String?, languages: [String]) {
        let sides = screen.flatMap(Self.sides)
        screenInPoints = sides.map(Self.text)
        self.scale = scale.map(Self.number)
        self.timeZone = timeZone.map(Self.zone)
        language = languages.first.flatMap(Self.language)
        guard let sides, let scale else { return }
        screenInPixels = Self.text(sides.map { Int((Double($0) * scale).rounded()) })
    }

    /// As an app says it.
    package init(_ device: LinkClaim.Device) {
        self.init(
            screen: device.screen, scale: nil, timeZone: device.timezone,
            languages: device.language.map { [$0] } ?? [])
        scale = device.scale.flatMap { Double($0) }.map(Self.number)
    }

    /// `2556x1179` or `2556×1179`, in either order; nil for what is no size.
    private static func sides(_ text: String) -> [Int]? {
        let sides = text.split { "xX×*".contains($0) }.map { Int($0.filter { $0 != " " }) ?? 0 }
        return sides.count == 2 && sides.allSatisfy { (1...100_000).contains($0) } ? sides.sorted() : nil
    }

    private static func text(_ sides: [Int]) -> String { "\(sides[0])x\(sides[1])" }

    /// `3` for `3.0`.
    private static func number(_ number: Double) -> String {
        let hundredths = Int((min(max(number, 0), 1000) * 100).rounded())
        return hundredths % 100 == 0 ? String(hundredths / 100) : "\(hundredths / 100).\(hundredths % 100)"
    }

    /// `en` for `en-GB` and `en_DE`; old names of languages are the new ones.
    private static func language(_ tag: String) -> String? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return primary.isEmpty ? nil : languages[primary] ?? primary
    }

    private static let languages = ["iw": "he", "in": "id", "ji": "yi", "nb": "no", "nn": "no"]

    /// Where WebKit says another name than iOS: CLDR keeps the oldest of a zone's names.
    ///
    /// Source: CLDR's `timezone.xml`.
    private static func zone(_ name: String) -> String { zones[name] ?? name }

    private static let zones = [
        "Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
        "America/Catamarca": "America/Argentina/Catamarca", "America/Coral_Harbour": "America/Atikokan",
        "America/Cordoba": "America/Argentina/Cordoba", "America/Godthab": "America/Nuuk",
        "America/Indianapolis": "America/Indiana/Indianapolis", "America/Jujuy": "America/Argentina/Jujuy",
        "America/Louisville": "America/Kentucky/Louisville", "America/Mendoza": "America/Argentina/Mendoza",
        "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
        "Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Etc/GMT": "UTC",
        "Etc/UTC": "UTC", "Europe/Kiev": "Europe/Kyiv", "GMT": "UTC", "Pacific/Enderbury": "Pacific/Kanton",
        "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk",
    ]
}
