/// A mail about an account as HTML. It fetches nothing.
struct AccountMail {
    let words: MailWords
    let app: String
    let colour: String
    let language: PageLanguage

    var html: String {
        var writer = HTMLWriter()
        writer.mail(words.title, in: language, content)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func content(_ writer: inout HTMLWriter) {
        writer.styled("p", MailStyle.soft, app)
        writer.styled("h1", MailStyle.title, words.title)
        writer.styled("p", MailStyle.text, words.paragraph)
        if let link = words.link {
            writer.mailButton(words.label, to: PageURL(link), colour: colour)
            writer.styled("p", MailStyle.soft + ";word-break:break-all", link)
        }
        if let otherwise = words.otherwise { writer.styled("p", MailStyle.text, otherwise) }
    }
}
