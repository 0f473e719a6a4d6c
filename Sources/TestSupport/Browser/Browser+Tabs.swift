extension Browser {
    /// One of several tabs.
    package struct Tab {
        fileprivate let session: String?
    }

    /// The tab that is driven.
    package var tab: Tab { Tab(session: session) }

    /// Opens another tab beside those that there are, and drives it from now on.
    package func openAnotherTab() throws -> Tab {
        try openTab()
        return tab
    }

    /// Drives this tab from now on.
    package func drive(_ tab: Tab) {
        session = tab.session
    }
}
