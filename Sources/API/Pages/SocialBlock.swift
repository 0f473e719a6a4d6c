internal import Links

extension HTMLWriter {
    /// What a link is about, as its maker said: picture, app, title, description.
    mutating func social(_ card: LinkSpec.SocialCard, appName: String) {
        if let image = card.imageLink {
            open("img", [.text("class", "picture"), .url("src", PageURL(image)), .text("alt", "")])
        } else {
            element(
                "div", [.text("class", "picture letter"), .text("aria-hidden", "true")],
                text: String(appName.prefix(1)))
        }
        if card.title != nil { foreign("p", class: "app", appName) }
        foreign("h1", card.title ?? appName)
        if let description = card.description { foreign("p", class: "about", description) }
    }
}
