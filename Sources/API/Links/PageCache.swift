internal import HTTP
internal import Links
internal import Service

/// The pages of popular links as one loop has written them, but for the click's id: writing a page again was
/// several times a redirect.
///
/// A page says the same for as long as its link is known: of both links and inviters a loop hears at last
/// when it reads the link again.
final class PageCache {
    /// About ten kilobytes each.
    private static let pagesMax = 128

    private struct Key: Hashable {
        let link: ObjectIdentifier
        let platform: Platform
        let language: PageLanguage
        /// Which amounts it tells of.
        let amounts: Int64

        init(_ known: KnownLink, _ platform: Platform, _ language: PageLanguage, _ amounts: Int64) {
            (self.link, self.platform, self.language) = (ObjectIdentifier(known), platform, language)
            self.amounts = amounts
        }
    }

    private struct Page {
        /// Kept, so that no other link has its identity.
        let known: KnownLink
        let response: Response
        /// Where in its body a click's id begins.
        let places: [Int]
    }

    private let offers: OfferAmounts
    private var pages: [Key: Page] = [:]

    init(_ offers: OfferAmounts) {
        self.offers = offers
    }

    /// The page that was kept, for this click.
    func page(
        of known: KnownLink, on platform: Platform, in language: PageLanguage, clickID: String
    ) -> Response? {
        guard let page = pages[Key(known, platform, language, offers.version)] else { return nil }
        var response = page.response
        for place in page.places {
            response.body.replaceSubrange(place..<place + clickID.utf8.count, with: clickID.utf8)
        }
        return response
    }

    /// - Parameter clickID: new and random: found in the page, it is the click's and nothing else.
    func keep(
        _ response: Response, of known: KnownLink, on platform: Platform, in language: PageLanguage,
        clickID: String
    ) {
        // A flood of links costs the popular ones a second writing, and no more.
        if pages.count >= Self.pagesMax { pages.removeAll(keepingCapacity: true) }
        let places = response.body.ranges(of: Array(clickID.utf8)).map(\.lowerBound)
        pages[Key(known, platform, language, offers.version)] = Page(
            known: known, response: response, places: places)
    }
}
