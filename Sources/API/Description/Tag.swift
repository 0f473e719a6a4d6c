/// The chapters of the description, in this order.
enum Tag: String, CaseIterable {
    case users = "Users"
    case sessions = "Sessions"
    case events = "Events"
    case money = "Money"
    case links = "Links"
    case legacy = "Firebase and Branch"
    case administration = "Administration"
    case programme = "Programme"
    case operating = "Operating"
    case opening = "Opening links"

    var meaning: String {
        switch self {
        case .users: "Anonymous sign-in, who referred whom, and the credential that makes an account."
        case .sessions: "Signing in, refreshing, signing out."
        case .events: "What players reach, and what it earns."
        case .money: "Balances, the ledger, redemptions."
        case .links:
            "Short links and invites, the installs that came through them, and what happened to them. Links "
                + "stand on the app's profile; without one they are off."
        case .legacy:
            "The old wire names, so that an app's back end changes the host alone. Errors come as they came "
                + "there."
        case .administration: "Looking things up, and correcting them."
        case .programme: "The rules that pay: what is in force, and what was."
        case .operating: "Health, metrics, keys and this description."
        case .opening:
            "What browsers, bots and phones get; most of it on the hosts of the profile's prefixes alone."
        }
    }
}
