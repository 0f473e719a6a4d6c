internal import Links

extension WebPage {
    /// The debug page: where each platform goes, as a flow chart, and what its maker should know.
    ///
    /// - Parameter url: the link that is looked at.
    static func debug(
        _ chart: DebugChart, of url: String, payload: WebURL, warnings: [LinkWarning]
    ) -> WebPage {
        WebPage(title: "Where this link leads") { writer in
            writer.element("header", [.text("class", "debug")]) { writer in
                writer.element("h1", text: "Where this link leads")
                writer.element("dl") { writer in
                    writer.element("dt", text: "Link")
                    writer.element("dd", [.text("class", "url")], text: url)
                    writer.element("dt", text: "Opens in the app")
                    writer.element("dd", [.text("class", "url")], text: payload.description)
                }
            }
            writer.warnings(warnings)
            writer.element("div", [.text("class", "chart")]) { writer in
                for branch in chart.branches { writer.branch(branch) }
            }
        }
    }
}

extension HTMLWriter {
    fileprivate mutating func warnings(_ warnings: [LinkWarning]) {
        guard !warnings.isEmpty else {
            return element("p", [.text("class", "fine")], text: "No warnings.")
        }
        element("section", [.text("class", "warnings")]) { writer in
            writer.element("h2", text: warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings")
            writer.element("ul") { writer in
                for warning in warnings {
                    writer.element("li") { writer in
                        writer.element("code", text: warning.code)
                        writer.text(" ")
                        writer.foreign("span", warning.message)
                    }
                }
            }
        }
    }

    /// Who comes, and one box for each step, an arrow between.
    fileprivate mutating func branch(_ branch: DebugChart.Branch) {
        element("section", [.text("class", "branch")]) { writer in
            writer.element("h2", text: branch.who)
            writer.element("ol") { writer in
                for step in branch.steps {
                    writer.element("li") { writer in
                        writer.text(step.text)
                        if let url = step.url { writer.element("span", [.text("class", "url")], text: url) }
                    }
                }
            }
        }
    }
}
