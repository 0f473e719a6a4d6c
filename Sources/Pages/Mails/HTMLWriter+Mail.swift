/// The look of all mails.
enum MailStyle {
    static let soft = "margin:0;font-size:14px;line-height:1.5;color:#4d5d70"
    static let title = "margin:4px 0 0;font-size:24px;line-height:1.25;color:#14202e"
    static let text = "margin:12px 0 0;font-size:16px;line-height:1.5;color:#14202e"
    /// A picture's, and with it the mail's.
    static let widthPixels = "520"
    fileprivate static let sheet =
        "max-width:520px;width:100%;background:#ffffff;border-radius:16px;overflow:hidden;"
        + "font-family:Helvetica,Arial,sans-serif;text-align:center"
}

/// Mail programs know tables, attributes and styles within an element, and little else.
extension HTMLWriter {
    /// A whole mail.
    ///
    /// - Parameter picture: what stands above, from edge to edge.
    mutating func mail(
        _ title: String, in language: PageLanguage, picture: (inout HTMLWriter) -> Void = { _ in },
        _ content: (inout HTMLWriter) -> Void
    ) {
        doctype()
        var root: [HTMLAttribute] = [.text("lang", language.rawValue)]
        if language.isRightToLeft { root.append(.text("dir", "rtl")) }
        element("html", root) { writer in
            writer.element("head") { writer in
                writer.open("meta", [.text("charset", "utf-8")])
                writer.meta(name: "viewport", "width=device-width, initial-scale=1")
                writer.element("title", text: title)
            }
            writer.element("body", [.text("style", "margin:0;padding:0;background:#eef3f7")]) { writer in
                writer.table("width:100%", padding: "12") { writer in
                    writer.table(MailStyle.sheet, width: MailStyle.widthPixels, padding: "0") { writer in
                        picture(&writer)
                        writer.table("width:100%", padding: "28", content)
                    }
                }
            }
        }
    }

    /// One cell, in the middle.
    private mutating func table(
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

    mutating func styled(_ name: StaticString, _ style: String, _ text: String) {
        var attributes: [HTMLAttribute] = [.text("style", style), .text("dir", "auto")]
        if text.hasKana {
            // Programs that know of it end no line within a word.
            attributes = [.text("style", style + ";word-break:auto-phrase"), .text("lang", "ja")]
        }
        element(name, attributes, text: text)
    }

    /// The cell has the colour, for programs that give links none.
    mutating func mailButton(_ label: String, to url: PageURL?, colour: String) {
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
