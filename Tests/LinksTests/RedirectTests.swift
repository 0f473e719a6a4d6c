import Links
import TestSupport
import Testing

@Suite struct RedirectTests {
    @Test(arguments: [
        ("https://play.example.com/?referrer=link_click_id%3DID", 1), ("ID://ID?x=ID", 3),
        ("https://example.com/", 0), ("ID", 1),
    ])
    func `another visitor's id goes where the first one's was`(_ template: String, _ places: Int) {
        func url(_ id: String) -> String {
            template.split(separator: "ID", omittingEmptySubsequences: false).joined(separator: id)
        }
        let redirect = Redirect(url("0198-first"), clickID: "0198-first")
        #expect(redirect.url(clickID: "0198-other-and-longer") == url("0198-other-and-longer"))
        #expect(redirect.url(clickID: "").utf8.count == template.utf8.count - 2 * places)
    }
}
