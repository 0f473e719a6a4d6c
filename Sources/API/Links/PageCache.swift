internal import Basics
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Pages
internal import Rewards

/// The pages of popular links as one loop has written them, but for the click's id: writing a page again was
/// several times a redirect.
///
/// A page says the same for as long as its link is known: of both links and inviters a loop hears at last
/// when it reads the link again.
final class PageCache {
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

        /// Of a link there are few pages; a language would be hashed as a text.
        func hash(into hasher: inout Hasher) {
            hasher.combine(link)
        }
    }

    private let offers: OfferAmounts
    /// About ten kilobytes each.
    private var pages = BoundedCache<Key, KeptPage>(entriesMax: 128)

    init(_ offers: OfferAmounts) {
        self.offers = offers
    }

    /// The page that was kept, for this click.
    func page(
        of known: KnownLink, on platform: Platform, in language: PageLanguage, clickID: String
    ) -> Response? {
        pages[Key(known, platform, language, offers.version)]?.response(clickID: clickID)
    }

    func keep(_ page: KeptPage, on platform: Platform, in language: PageLanguage) {
        pages[Key(page.known, platform, language, offers.version)] = page
    }
}
