internal import Links

extension HTMLWriter {
    /// A link's card: picture, app, title, description.
    mutating func social(_ card: LinkSpec.SocialCard, appName: String, _ brand: PageBrand?) {
        picture(card.imageLink, appName: appName, brand)
        if card.title != nil || brand != nil { app(appName, brand, isTitled: card.title != nil) }
        foreign("h1", card.title ?? appName)
        about(card, brand)
    }

    /// The link's own text, unless it is the app's, which is above.
    mutating func about(_ card: LinkSpec.SocialCard, _ brand: PageBrand?) {
        guard let description = card.description, description != brand?.tagline else { return }
        foreign("p", class: "about", description)
    }

    /// The link's picture in the frame that is kept for it, else a letter of the app's name.
    mutating func picture(_ image: WebURL?, appName: String, _ brand: PageBrand?) {
        guard let image else { return tile("letter", letterOf: appName, brand?.icon) }
        element("div", [.text("class", "picture")]) { writer in
            writer.open("img", [.url("src", PageURL(image)), .text("alt", "")])
        }
    }
}
