extension AppProfile {
    /// Which titles, texts and pictures links may have that no key made: they show on the app's own domain.
    package enum PlayerCards: String, CaseIterable, Sendable {
        /// All of them.
        case any
        /// Pictures only from the hosts that the profile names.
        case ownPictures = "own_pictures"
        /// None: the app's own card is shown.
        case none
    }

    /// The mistakes of the card of a user's link.
    package func cardRefusals(of spec: LinkSpec) -> [LinkRefusal] {
        switch playerCards ?? .any {
        case .any: return []
        case .ownPictures:
            return spec.pictures.filter { !isOwnHost($0.url) }.map {
                .invalid($0.field, detail: "A player's link can only show images from the app's own hosts.")
            }
        case .none:
            return (spec.cardTexts + spec.pictures.map(\.field)).map {
                .invalid($0, detail: "A player's link has the app's own title, text and image.")
            }
        }
    }

    /// Text that is no URL has no host, and is a mistake besides.
    private func isOwnHost(_ url: WebURL?) -> Bool {
        guard let host = url?.host else { return false }
        let own = prefixes.map(\.host) + [inviteLink, social.imageLink, brand.icon].compactMap { $0?.host }
        return own.contains(host)
    }
}

extension LinkSpec {
    fileprivate var cardTexts: [LinkField] {
        let own: [LinkField?] = [
            social.title == nil ? nil : .socialTitle, social.description == nil ? nil : .socialDescription,
        ]
        return own.compactMap(\.self)
            + ["$og_title", "$og_description"].filter { data.directives[$0] != nil }.map(LinkField.directive)
    }

    /// Films too.
    fileprivate var pictures: [(field: LinkField, url: WebURL?)] {
        let own = social.imageLink.map { [(field: LinkField.socialImage, url: Optional($0))] } ?? []
        return own
            + ["$og_image_url", "$og_video"].compactMap { name in
                data.directives[name].map { (field: .directive(name), url: try? WebURL($0)) }
            }
    }
}
