/// A player of the demo's plan: when it comes, through which referrer, and how far it gets.
///
/// Times are steps of the plan, which are six hours long.
struct DemoPlayer {
    enum Way: Equatable {
        case code
        /// A code, though the app itself is in doubt about it.
        case doubtfulCode
        case link(channel: String, campaign: String?)
    }

    let name: DemoName
    let arrival: Int
    /// Its index in the plan; nil for a player that came by itself.
    var referrer: Int?
    var way = Way.code
    /// Nil for one that stays anonymous.
    var signUp: Int?
    var levels: [(step: Int, level: Int32)] = []
    /// Reaches this level within minutes of its first start.
    var rush: Int32?
    var address: String
    var device: String?
    /// How many friends it may bring.
    var friendsMax = 0
    var hasProfile = false
}
