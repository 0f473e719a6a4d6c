internal import Batching
internal import Crypto
internal import Forms
internal import HTTP
internal import Invitations
internal import Links
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Links that match, newest first.
struct LinksView: ConsoleView {
    let path = "/admin/links"
    let right = Right.seeLinks
    let section: Section? = .links

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        guard let profile = visit.services.links.profile else {
            return .page(title: words[.links]) { $0.paragraph(words[.linksOff], class: "empty") }
        }
        let search = search(visit, profile)
        let titles: [Word] = [.link, .destination, .channel, .campaign, .creator, .created, .state]
        let table = try await visit.fill(
            Table("links", titles.map { words[$0] }, empty: words[.noLinks]),
            cursor: LinkPosition.init(cursor:), text: { $0.cursor }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.links.links(search, after: cursor, limit: limit)
            }
        } row: {
            row($0, words)
        }
        return .page(title: words[.links], tables: [table]) { writer in
            if visit.may(.editLinks) {
                writer.element("div", [.text("class", "buttons")]) {
                    $0.link(words[.newLink], to: NewLinkView.path, class: "button")
                    $0.link(words[.importLinks], to: ImportLinksView.path, class: "button")
                }
            }
            filter(visit, &writer)
            table.write(to: &writer, words)
        }
    }

    private func search(_ visit: Visit, _ profile: AppProfile) -> LinkSearch {
        var search = LinkSearch()
        search.state = visit.item("state").flatMap(Link.State.init(rawValue:))
        search.text = visit.item("q")
        guard let text = search.text else { return search }
        let named = profile.code(ofShortLink: text)
        search.isOfOne = named != nil
        search.code = named ?? LinkCode(text)
        return search
    }

    private func row(_ link: Link, _ words: Words) -> [Cell] {
        [
            .link(link.code.description, path: "/admin/links/\(link.code)"),
            .foreign(link.spec.link.description), .ifAny(link.spec.channel), .ifAny(link.spec.campaign),
            .player(link.owner), .time(link.createdAt), link.stateCell(words),
        ]
    }

    private func filter(_ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        writer.filter(path, words) { writer in
            writer.field(
                words[.linkSearch],
                [
                    .text("type", "search"), .text("name", "q"), .text("maxlength", "200"),
                    .text("value", visit.query["q"] ?? ""),
                ])
            writer.choice(
                words[.state], name: "state",
                [("", words[.all]), ("on", words[.on]), ("off", words[.off])], chosen: visit.item("state"))
        }
    }
}

/// A link: where it leads, and what came of it.
struct LinkDetailView: ConsoleView {
    private static let days = 30

    let path = "/admin/links/{code}"
    let right = Right.seeLinks
    let section: Section? = .links

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        guard let code = visit.request.parameter("code").flatMap({ LinkCode($0) }) else { throw .notFound }
        let (found, counts) = try await reading { () throws(InfrastructureError) in
            (
                try await visit.services.links.link(code),
                try await visit.services.links.statistics(of: code, days: Self.days)
            )
        }
        guard let link = found else { throw .notFound }
        let table = table(counts, words, visit)
        return .page(title: code.description, tables: [table]) { writer in
            writer.facts(facts(link, words), words)
            writer.figure(qrCode: link.shortLink, words(.qrCodeOf, [("link", link.shortLink)]))
            writeSwitch(link, visit, &writer)
            writer.section(words[.last30Days]) { writer in
                Chart(
                    title: words[.clicks], words: words,
                    days: (visit.today - Int32(Self.days) + 1)..<(visit.today + 1),
                    values: Dictionary(
                        counts.filter { $0.event == .click }.map { ($0.day, $0.count) },
                        uniquingKeysWith: +)
                ).write(to: &writer)
                table.write(to: &writer, words)
            }
        }
    }

    private func facts(_ link: Link, _ words: Words) -> [(name: String, cell: Cell)] {
        [
            (words[.shortLink], .code(link.shortLink)),
            (words[.destination], .foreign(link.spec.link.description)),
            (words[.state], link.stateCell(words)), (words[.creator], .player(link.owner)),
            (words[.created], .time(link.createdAt)), (words[.channel], .ifAny(link.spec.channel)),
            (words[.feature], .ifAny(link.spec.feature)), (words[.campaign], .ifAny(link.spec.campaign)),
            (words[.tags], .ifAny(link.spec.tags.isEmpty ? nil : link.spec.tags.joined(separator: ", "))),
        ]
    }

    private func writeSwitch(_ link: Link, _ visit: Visit, _ writer: inout HTMLWriter) {
        guard visit.may(.editLinks) else { return }
        let words = visit.words
        let title = words[link.state == .on ? .switchOff : .switchOn]
        writer.actionForm(title, "/admin/links/\(link.code)/state", visit, hint: words[.switchHint]) {
            $0.hidden("state", link.state == .on ? "off" : "on")
        }
    }

    private func table(_ counts: [LinkCount], _ words: Words, _ visit: Visit) -> Table {
        var table = Table(
            "link-statistics", [words[.day], words[.platform], words[.event], words[.count]],
            empty: words[.noClicks])
        table.filePath = visit.address(["format": "csv"])
        table.rows = counts.sorted { ($0.day, $0.platform, $0.event) > ($1.day, $1.platform, $1.event) }.map {
            [.day($0.day), .text($0.platform.rawValue), .code($0.event.rawValue), .number($0.count)]
        }
        return table
    }
}

extension Link {
    func stateCell(_ words: Words) -> Cell {
        switchedOffAt == nil ? .badge(words[.on], .good) : .badge(words[.off], .quiet)
    }
}
