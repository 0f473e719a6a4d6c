package import Links
internal import QRCodes
package import Referrals

extension WebPage {
    /// An invite on a desktop: who invites, a code that carries the click to the phone, and the way on here.
    package static func landing(
        _ landing: Opening.Landing, by inviter: UserProfile? = nil, brand: PageBrand? = nil,
        in language: PageLanguage
    ) -> WebPage {
        let block = InvitationBlock(
            invitation: landing.invitation, inviter: inviter, social: landing.social,
            appName: landing.appName, brand: brand, language: language)
        return WebPage(
            language: language, title: block.title, brand: brand,
            showsImages: landing.social.imageLink != nil || inviter?.imageURL != nil
        ) { writer in
            writer.element("article", [.text("class", "sheet wide")]) { writer in
                writer.element("div") { block.write(to: &$0) }
                writer.element("div") { writer in
                    writer.scan(landing.scanURL, Texts(in: language)[.scan])
                    writer.element("nav") { writer in
                        writer.button(
                            Texts(in: language)[.goOnInBrowser], to: PageURL(landing.webURL),
                            isPrimary: landing.scanURL == nil)
                    }
                }
            }
        }
    }
}

extension HTMLWriter {
    /// Black on white on every screen, which is what cameras read.
    fileprivate mutating func scan(_ url: String?, _ label: String) {
        guard let code = url.flatMap({ QRCode($0) }) else { return }
        let side = code.sideWithMargin
        element("figure", [.text("class", "scan")]) { writer in
            let frame: [HTMLAttribute] = [
                .text("viewBox", "0 0 \(side) \(side)"), .text("role", "img"), .text("aria-label", label),
                .text("shape-rendering", "crispEdges"),
            ]
            writer.element("svg", frame) { writer in
                writer.element("path", [.text("stroke", "#000"), .text("d", code.path)]) { _ in }
            }
            writer.element("figcaption", text: label)
        }
    }
}
