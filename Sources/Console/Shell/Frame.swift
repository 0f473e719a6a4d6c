internal import Accounts
internal import HTTP
internal import Pages
internal import Rewards
internal import Service

/// The frame of every page: the search, the navigation, and the signed-in user.
struct Frame {
    let visit: Visit
    let section: Section?
    let tabs: [Tab]

    private var words: Words { visit.words }

    func write(to writer: inout HTMLWriter) {
        writer.element(
            "a", [.text("class", "skip"), .url("href", PageURL(fragment: "content"))],
            text: words[.skipToContent])
        writer.element("header") { writer in
            writer.link("Shipmate", to: ConsolePath.root, class: "logo")
            writeSearch(&writer)
            writer.element("div", [.text("class", "who")]) { writer in
                writer.element("a", [.url("href", PageURL(path: "/admin/account"))]) { writer in
                    writer.foreign("span", visit.user.name)
                }
                writer.element("span", [.text("class", "role")], text: words[.role(visit.user.role)])
                writer.action("/admin/sign-out", words[.signOut], visit.formToken)
            }
        }
        writer.element("nav", [.text("aria-label", words[.sections])]) { writer in
            for item in Section.allCases where isShown(item) {
                writer.link(words[item.title], to: item.path, isCurrent: item == section)
            }
        }
    }

    private func isShown(_ item: Section) -> Bool {
        item.right.isHeld(by: visit.user.role)
            && (item != .changes || visit.services.approvals.areRequired)
    }

    private func writeSearch(_ writer: inout HTMLWriter) {
        writer.readingForm("/admin/search", role: "search") { writer in
            writer.open(
                "input",
                [
                    .text("type", "search"), .text("name", "q"), .text("id", "search"),
                    .text("maxlength", "200"), .text("placeholder", words[.searchHint]),
                    .text("aria-label", words[.search]), .text("value", visit.query["q"] ?? ""),
                ])
            writer.submit(words[.search])
        }
    }

    /// The time zone of all that the page shows.
    func writeFoot(to writer: inout HTMLWriter) {
        writer.paragraph(words[.zoneNote], class: "foot")
    }

    func writeTabs(to writer: inout HTMLWriter) {
        guard !tabs.isEmpty else { return }
        writer.element("nav", [.text("class", "tabs"), .text("aria-label", words[.parts])]) { writer in
            for tab in tabs { writer.link(tab.title, to: tab.path, isCurrent: tab.isCurrent) }
        }
    }
}
