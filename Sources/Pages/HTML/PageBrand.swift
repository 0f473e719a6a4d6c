package import Links
package import Rewards

/// How the app shows itself on its pages, made ready once.
package struct PageBrand {
    /// Without a profile's own.
    static let colour = "#0b5cad"

    let name: String
    let tagline: String?
    package let icon: PageURL?
    /// Of buttons in mail, which has no stylesheet and white letters on it.
    let colour: String
    let stylesheet: Stylesheet
    /// The reward of an invite for both, without amounts.
    private let offerText: String?
    private let offers: OfferAmounts
    /// The ways on from where a link has ended.
    let ways: Opening.AppLinks

    package init(_ profile: AppProfile, _ offers: OfferAmounts = OfferAmounts()) {
        name = profile.shownName
        tagline = profile.brand.tagline
        icon = profile.brand.icon.map { PageURL($0) }
        colour = profile.brand.shade?.description ?? Self.colour
        stylesheet = .page(in: profile.brand)
        offerText = profile.inviteOffer
        self.offers = offers
        ways = profile.appLinks(referral: nil)
    }

    /// The reward of an invite for both, by the current rules.
    var offer: String? { offerText.flatMap(offers.filled) }
}

extension HTMLWriter {
    /// The app's icon, name and tagline; without a brand the name alone, where something else is the title.
    mutating func app(_ name: String, _ brand: PageBrand?, isTitled: Bool = true) {
        guard let brand, brand.icon != nil || brand.tagline != nil else {
            if isTitled { foreign("p", class: "app", name) }
            return
        }
        element("div", [.text("class", "brand")]) { writer in
            if brand.icon != nil { writer.tile("icon", letterOf: name, brand.icon) }
            writer.element("div") { writer in
                if isTitled { writer.foreign("p", class: "app", name) }
                if let tagline = brand.tagline { writer.foreign("p", class: "tagline", tagline) }
            }
        }
    }

    /// A picture over a letter on the app's colour, which is seen until the picture is there, and where it
    /// never comes.
    mutating func tile(_ style: String, letterOf name: String, _ url: PageURL?) {
        element("span", [.text("class", "tile " + style), .text("aria-hidden", "true")]) { writer in
            writer.text(String(name.prefix(1)))
            if let url { writer.open("img", [.url("src", url), .text("alt", "")]) }
        }
    }
}
