package import Invitations
package import Links
internal import Referrals

/// An invite as a mail's HTML: who invites, the app's words, and a button that leads on.
///
/// A program that shows no pictures leaves a good mail.
package struct InviteMail {
    let invite: Invite
    let social: LinkSpec.SocialCard
    let brand: PageBrand
    let language: PageLanguage

    package init(invite: Invite, social: LinkSpec.SocialCard, brand: PageBrand, language: PageLanguage) {
        self.invite = invite
        self.social = social
        self.brand = brand
        self.language = language
    }

    package var html: String {
        var writer = HTMLWriter()
        writer.mail(title, in: language, picture: picture, content)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func picture(_ writer: inout HTMLWriter) {
        guard let image = social.imageLink else { return }
        writer.open(
            "img",
            [
                .url("src", PageURL(image)), .text("alt", ""), .text("width", MailStyle.widthPixels),
                .text("style", "display:block;width:100%;height:auto;border:0"),
            ])
    }

    private func content(_ writer: inout HTMLWriter) {
        writer.styled("p", MailStyle.soft, brand.name)
        writer.styled("h1", MailStyle.title, title)
        for words in paragraphs { writer.styled("p", MailStyle.text, words) }
        if let offer = brand.offer { writer.styled("p", MailStyle.text + ";font-weight:bold", offer) }
        writer.mailButton(
            Texts(in: language)[.getApp], to: PageURL(invite.link.shortLink), colour: brand.colour)
        writer.element("p", [.text("style", MailStyle.soft + ";word-break:break-all")]) { writer in
            let link = invite.link.shortLink
            guard let url = PageURL(link) else { return }
            writer.element("a", [.url("href", url), .text("style", "color:#4d5d70")], text: link)
        }
    }

    /// The channel's own, else who invites.
    private var title: String {
        if let subject = invite.text.subject { return subject }
        let name = invite.inviter.shortName ?? invite.inviter.fullName
        return name.map {
            Texts(in: language)[.invites].replacing("{app}", with: brand.name.unbroken)
                .replacing("{name}", with: $0.unbroken)
        } ?? Texts(in: language)[.invited]
    }

    /// Of the channel's text; a link at a line's end is the button's.
    private var paragraphs: [String] {
        guard let body = invite.text.body else { return [] }
        return body.split(separator: "\n").map { line in
            guard line.hasSuffix(invite.link.shortLink) else { return String(line) }
            var words = line.dropLast(invite.link.shortLink.count)
            while let last = words.last, " :".contains(last) { words.removeLast() }
            return String(words)
        }.filter { !$0.isEmpty }
    }
}
