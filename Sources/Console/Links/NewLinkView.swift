internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import Links
internal import Pages
internal import Service
internal import Values

/// The form of a new link. It leads to itself with a preview of the card, and from there to the link.
struct NewLinkView: ConsoleView {
    static let path = "/admin/new-link"

    var path: String { Self.path }
    let right = Right.editLinks
    let section: Section? = .links

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (words, form) = (visit.words, LinkForm(visit.query))
        guard let profile = visit.services.links.profile else {
            return .page(title: words[.newLink]) { $0.paragraph(words[.linksOff], class: "empty") }
        }
        let preview = form.isEmpty ? nil : preview(form, profile)
        return .page(title: words[.newLink]) { writer in
            write(preview, form, visit, &writer)
            writer.readingForm(path, class: "rule") { writer in
                form.write(to: &writer, words)
                writer.submit(words[.preview])
            }
        }
    }

    private func preview(_ form: LinkForm, _ profile: AppProfile) -> Result<LinkSpec, ActionRefusal> {
        do throws(ActionRefusal) {
            _ = try form.alias(profile)
            return .success(try form.spec(profile))
        } catch {
            return .failure(error)
        }
    }

    private func write(
        _ preview: Result<LinkSpec, ActionRefusal>?, _ form: LinkForm, _ visit: Visit,
        _ writer: inout HTMLWriter
    ) {
        switch preview {
        case nil: break
        case .failure(.wrong(let word, let values)):
            writer.element(
                "p", [.text("class", "mistake"), .text("role", "alert")], text: visit.words(word, values))
        case .failure(.problem):
            writer.element(
                "p", [.text("class", "mistake"), .text("role", "alert")], text: visit.words[.unavailableText])
        case .success(let spec): write(spec, form, visit, &writer)
        }
    }

    /// As a messenger shows the link. Images come from elsewhere, so that the page names it alone.
    private func write(_ spec: LinkSpec, _ form: LinkForm, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        writer.section(words[.preview]) { writer in
            writer.element("article", [.text("class", "card")]) { writer in
                if let image = spec.social.imageLink {
                    writer.element("p", [.text("class", "image")]) { $0.foreign("span", image.description) }
                }
                writer.element("h3") { $0.foreign("span", spec.social.title ?? spec.link.host) }
                if let text = spec.social.description {
                    writer.element("p") { $0.foreign("span", text) }
                }
                writer.paragraph(spec.prefix.host, class: "hint")
            }
            writer.actingForm(CreateLink.path, visit.formToken) { writer in
                writer.hidden("id", visit.newID().lowercaseText)
                form.writeHidden(to: &writer)
                writer.submit(words[.createLink], isPrimary: true)
            }
        }
    }
}
