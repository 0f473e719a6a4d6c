internal import Links
internal import Referrals
internal import Service

/// An invite as a mail's HTML: who invites, the app's words, and a button that leads on.
///
/// Mail programs know tables, attributes and styles within an element, and little else; one that shows no
/// pictures leaves a good mail.
struct InviteMail {
    let invite: Invite
    let social: LinkSpec.SocialCard
    let brand: PageBrand
    let language: PageLanguage

    /// The picture's, and with it the mail's.
    private static let widthPixels = "520"

    var html: String {
        var writer = HTMLWriter()
        writer.doctype()
        var root: [HTMLAttribute] = [.text("lang", language.rawValue)]
        if language.isRightToLeft { root.append(.text("dir", "rtl")) }
        writer.element("html", root) { writer in
            writer.element("head") { writer in
                writer.open("meta", [.text("charset", "utf-8")])
                writer.meta(name: "viewport", "width=device-width, initial-scale=1")
                writer.element("title", text: title)
            }
            writer.element("body", [.text("style", "margin:0;padding:0;background:#eef3f7")]) { writer in
                writer.table("width:100%", padding: "12") { writer in
                    writer.table(Self.sheet, width: Self.widthPixels, padding: "0", content)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func content(_ writer: inout HTMLWriter) {
        if let image = social.imageLink {
            writer.open(
                "img",
                [
                    .url("src", PageURL(image)), .text("alt", ""), .text("width", Self.widthPixels),
                    .text("style", "display:block;width:100%;height:auto;border:0"),
                ])
        }
        writer.table("width:100%", padding: "28") { writer in
            writer.styled("p", Self.soft, brand.name)
            writer.styled("h1", "margin:4px 0 0;font-size:24px;line-height:1.25;color:#14202e", title)
            for words in paragraphs { writer.styled("p", Self.text, words) }
            if let offer = brand.offer { writer.styled("p", Self.text + ";font-weight:bold", offer) }
            writer.button(
                PageTexts(in: language).getApp, to: PageURL(invite.link.shortLink), colour: brand.colour)
            writer.element("p", [.text("style", Self.soft + ";word-break:break-all")]) { writer in
                let link = invite.link.shortLink
                guard let url = PageURL(link) else { return }
                writer.element("a", [.url("href", url), .text("style", "color:#4d5d70")], text: link)
            }
        }
    }

    /// The channel's own, else who invites.
    private var title: String {
        if let subject = invite.text.subject { return subject }
        let name = invite.inviter.shortName ?? invite.inviter.fullName
        return name.map {
            InviteTexts(in: language).invites.replacing("{app}", with: brand.name.unbroken)
                .replacing("{name}", with: $0.unbroken)
        } ?? PageTexts(in: language).invited
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

    private static let sheet =
        "max-width:520px;width:100%;background:#ffffff;border-radius:16px;overflow:hidden;"
        + "font-family:Helvetica,Arial,sans-serif;text-align:center"
    private static let soft = "margin:0;font-size:14px;line-height:1.5;color:#4d5d70"
    private static let text = "margin:12px 0 0;font-size:16px;line-height:1.5;color:#14202e"
}

extension HTMLWriter {
    /// One cell, in the middle.
    fileprivate mutating func table(
        _ style: String, width: String = "100%", padding: String, _ content: (inout HTMLWriter) -> Void
    ) {
        let frame: [HTMLAttribute] = [
            .text("role", "presentation"), .text("width", width), .text("align", "center"),
            .text("border", "0"), .text("cellspacing", "0"), .text("cellpadding", padding),
            .text("style", style),
        ]
        element("table", frame) { writer in
            writer.element("tr") { $0.element("td", [.text("align", "center")], content) }
        }
    }

    fileprivate mutating func styled(_ name: StaticString, _ style: String, _ text: String) {
        var attributes: [HTMLAttribute] = [.text("style", style), .text("dir", "auto")]
        if text.hasKana {
            // Programs that know of it end no line within a word.
            attributes = [.text("style", style + ";word-break:auto-phrase"), .text("lang", "ja")]
        }
        element(name, attributes, text: text)
    }

    /// The cell has the colour, for programs that give links none.
    fileprivate mutating func button(_ label: String, to url: PageURL?, colour: String) {
        guard let url else { return }
        let frame: [HTMLAttribute] = [
            .text("role", "presentation"), .text("align", "center"), .text("border", "0"),
            .text("cellspacing", "0"), .text("cellpadding", "0"), .text("style", "margin:24px auto"),
        ]
        let link = "display:inline-block;padding:14px 28px;font-size:16px;font-weight:bold;color:#ffffff;"
        element("table", frame) { writer in
            writer.element("tr") { writer in
                let cell: [HTMLAttribute] = [
                    .text("bgcolor", colour), .text("style", "border-radius:12px;background:\(colour)"),
                ]
                writer.element("td", cell) { writer in
                    writer.element(
                        "a", [.url("href", url), .text("style", link + "text-decoration:none")], text: label)
                }
            }
        }
    }
}
