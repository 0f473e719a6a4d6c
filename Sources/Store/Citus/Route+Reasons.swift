package import Postgres

/// Why a statement goes to all shards.
extension Route {
    package static let administration = allShards(because: "administrators ask about everybody")
    package static let duty = allShards(because: "a duty, now and then")
    package static let ownExport = allShards(
        because: "what a user has elsewhere, once, for the user's own export")
    package static let refereesElsewhere = allShards(because: "a user's referees are elsewhere than the user")
    package static let linksElsewhere = allShards(because: "a user's links are elsewhere than the user")
    package static let unknownClick = allShards(
        because: "a device that was just installed knows no click's id")
}
