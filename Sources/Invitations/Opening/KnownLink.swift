package import EventLoops
package import Links
internal import Referrals
package import Values

/// A link as one loop remembers it, with where it was found to lead: for a popular link, finding that out was
/// a fifth of a redirect's instructions.
package final class KnownLink {
    package let link: Link
    let loadedAt: MonotonicInstant
    /// By platform, as soon as a second visitor comes.
    private var redirects: [Platform: Redirect] = [:]
    /// The same for browsers that try an app first.
    private var intents: [Platform: Redirect] = [:]
    private var isOpened = false
    /// Whether a visitor got a page that others may get too.
    package var hasPage = false
    /// The link's inviter, once a page has asked; an empty one if there is none.
    var inviter: UserProfile?

    package init(_ link: Link, loadedAt: MonotonicInstant = .now) {
        self.link = link
        self.loadedAt = loadedAt
    }

    /// `Link.opening`; `profile` is the same each time: another one makes the loop forget what it knows.
    package func opening(
        for visitor: Visitor, in profile: AppProfile, clickID: String, at now: Timestamp
    ) -> Opening {
        guard visitor.bot == nil, !visitor.mayBeIPad, link.isGood(at: now) else {
            return link.opening(for: visitor, in: profile, clickID: clickID, at: now)
        }
        let known = visitor.opensIntents ? intents[visitor.platform] : redirects[visitor.platform]
        if let redirect = known { return .redirect(to: redirect.url(clickID: clickID)) }
        let opening = link.opening(for: visitor, in: profile, clickID: clickID, at: now)
        if isOpened, case .redirect(let url) = opening {
            let redirect = Redirect(url, clickID: clickID)
            if visitor.opensIntents {
                intents[visitor.platform] = redirect
            } else {
                redirects[visitor.platform] = redirect
            }
        }
        isOpened = true
        return opening
    }
}
