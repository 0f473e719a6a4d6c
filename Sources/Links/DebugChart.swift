/// The debug page's flow chart: the kinds of visitors, and the ways of each.
package struct DebugChart: Equatable, Sendable {
    package struct Branch: Equatable, Sendable {
        package let who: Who
        package let ways: [Way]
    }

    package enum Who: String, CaseIterable, Sendable {
        case android, fire, iphone, ipad
        /// One that may be on an iPad or on a Mac.
        case safari
        /// Computers, and whatever else there is.
        case others
        /// Services that preview a link before people open it.
        case previews
    }

    /// One of the alternatives at a branch, and those that it leads to.
    package struct Way: Equatable, Sendable {
        /// The condition for this way; nil for the only one.
        package let choice: Choice?
        package let destination: Destination
        package let url: String?
        package let ways: [Way]

        package init(
            _ choice: Choice? = nil, _ destination: Destination, url: String? = nil, ways: [Way] = []
        ) {
            (self.choice, self.destination, self.url, self.ways) = (choice, destination, url, ways)
        }
    }

    package enum Choice: Equatable, Sendable {
        case withApp, withoutApp
        /// Buttons of the page that it is a way from, and its QR code.
        case open, haveIt, getApp, goOn, scan
    }

    package enum Destination: Equatable, Sendable {
        case app, appStore, googlePlay, browser
        /// Pages of ours.
        case buttons, landing, question, card, ended(Link.End)
        /// Another branch of the chart.
        case branch(Who)
    }

    package let branches: [Branch]
    package let warnings: [LinkWarning]
}
