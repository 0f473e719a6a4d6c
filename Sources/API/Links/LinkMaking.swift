internal import Forms
package import HTTP
package import Invitations
package import JSON
package import Limits
package import Links
package import Values

/// Checks a link under the app's profile and makes it: for our own calls and for the old wire names alike.
package struct LinkMaking {
    package let links: LinkService
    package let limits: RateLimits

    /// The app that links stand on, or the problem that says that links are off.
    package func profile() throws(Problem) -> AppProfile {
        guard let profile = links.profile else { throw .linksOff }
        return profile
    }

    /// Throws what is wrong with `spec`, told together with the mistakes that reading it has found.
    ///
    /// - Parameter maker: whose card the profile allows; `.key` also for a link that is only read.
    package func check(
        _ spec: LinkSpec, by maker: LinkMaker, beside mistakes: [FieldError] = []
    ) throws(Problem) {
        let profile = try profile()
        var refusals = profile.refusals(of: spec)
        if maker == .player { refusals += profile.cardRefusals(of: spec) }
        if let problem = Problem(refusals, beside: mistakes) { throw problem }
    }

    /// A link that is good and that its maker may make now.
    package func admit(
        _ spec: LinkSpec, code: NewLink.Code, owner: UserID?, by maker: LinkMaker,
        beside mistakes: [FieldError] = []
    ) throws(Problem) -> NewLink {
        try check(spec, by: maker, beside: mistakes)
        if let owner { try limit(owner) }
        return NewLink(spec: spec, code: code, owner: owner)
    }

    /// Makes a link that is good, and says what its maker should know of it all the same.
    package func make(
        _ spec: LinkSpec, code: NewLink.Code, owner: UserID?, by maker: LinkMaker,
        beside mistakes: [FieldError] = []
    ) async throws(Problem) -> (made: MadeLink, warnings: [LinkWarning]) {
        let new = try admit(spec, code: code, owner: owner, by: maker, beside: mistakes)
        let made = try await mappingErrors { () throws(LinkError) in try await links.make(new) }
        return (made, try profile().warnings(of: spec))
    }

    /// Makes all that were admitted in one batch; the others keep their problems, in order.
    package func make(_ admitted: [Result<NewLink, Problem>]) async -> [Result<MadeLink, Problem>] {
        var results = await links.make(admitted.compactMap { try? $0.get() })[...]
        return admitted.map { new in
            new.flatMap { _ in results.removeFirst().mapError { $0.problem } }
        }
    }

    /// A link as its maker sees it.
    func view(of link: Link) -> LinkView {
        LinkView(link: link, longLink: links.longLink(of: link.spec))
    }

    /// The long link for an app. It is signed only if this service made it.
    package func longLink(of spec: LinkSpec, code: LinkCode?) -> String {
        code == nil ? LongLink.print(spec) : links.longLink(of: spec)
    }

    /// Counts a link that a user makes; keys make as many as they like.
    func limit(_ owner: UserID) throws(Problem) {
        try limits.linksPerUser.take(RateLimitKey(owner.uuid))
    }
}
