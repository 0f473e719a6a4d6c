/// A chapter of the description.
package struct Tag: Hashable, Sendable {
    let name: String
    let meaning: String

    package init(_ name: String, _ meaning: String) {
        self.name = name
        self.meaning = meaning
    }
}

extension Tag {
    /// In this order; those of other modules come between the first and the last.
    static let first: [Tag] = [.users, .sessions, .events, .money, .links]
    static let last: [Tag] = [.administration, .programme, .delivery, .received, .operating, .opening]

    static let users = Tag(
        "Users", "Anonymous sign-in, referrers, and the credential that turns a user into an account.")
    static let sessions = Tag("Sessions", "Sign in, refresh, sign out.")
    static let events = Tag("Events", "Players' progress, and the rewards that it earns.")
    static let money = Tag("Money", "Balances, the ledger, redemptions.")
    static let links = Tag(
        "Links",
        "Short links and invites, the installs from them, and their statistics. Links "
            + "need the app's profile; without it they are off.")
    static let administration = Tag("Administration", "Read and correct data.")
    static let programme = Tag("Programme", "The rules that pay: the active ones, and earlier versions.")
    static let delivery = Tag(
        "Delivery",
        "Changes as they happen: a feed to read, webhooks that push, and streams for an app's screen.")
    /// Generators make a file of a tag's calls, and another of its webhooks: these have a tag of their own.
    static let received = Tag("Received changes", "The requests that webhooks' receivers get.")
    static let operating = Tag("Operating", "Health, metrics, keys and this description.")
    static let opening = Tag(
        "Opening links",
        "Replies to browsers, bots and phones, mostly on the hosts of the profile's prefixes.")
}
