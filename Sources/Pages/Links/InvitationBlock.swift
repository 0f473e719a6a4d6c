internal import Links
internal import Referrals

/// The text above an invite's buttons: the inviter, the app, and the reward for both.
struct InvitationBlock {
    let invitation: Opening.Invitation
    let inviter: UserProfile?
    let social: LinkSpec.SocialCard
    let appName: String
    let brand: PageBrand?
    let language: PageLanguage

    /// As friends say it.
    private var name: String? { inviter.flatMap { $0.shortName ?? $0.fullName } }

    /// Of the window.
    var title: String {
        guard let name else { return headline }
        return Texts(in: language)[.invites].replacing("{app}", with: appName)
            .replacing("{name}", with: name)
    }

    /// Of an invite whose maker shows no name.
    private var headline: String { invitation.title ?? Texts(in: language)[.invited] }

    func write(to writer: inout HTMLWriter) {
        if social.imageLink != nil || name == nil {
            writer.picture(social.imageLink, appName: appName, brand)
        }
        if let name { writer.tile("face", letterOf: name, inviter?.imageURL.map { PageURL($0) }) }
        writer.app(appName, brand)
        if let name {
            writer.element("h1") { writer in
                writer.fill(Texts(in: language)[.invites], ["name": name, "app": appName])
            }
            if let words = invitation.title { writer.foreign("p", class: "words", words) }
        } else {
            write(headline: &writer)
        }
        writer.about(social, brand)
        if let offer = brand?.offer { writer.foreign("p", class: "offer", offer) }
    }

    private func write(headline writer: inout HTMLWriter) {
        if let title = invitation.title { return writer.foreign("h1", title) }
        writer.element("h1", text: Texts(in: language)[.invited])
    }
}
