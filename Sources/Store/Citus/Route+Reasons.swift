package import Postgres

/// Why a statement goes to all shards.
extension Route {
    package static let administration = allShards(because: "administrators' queries about all users")
    package static let periodicWork = allShards(because: "periodic work")
    package static let ownExport = allShards(
        because: "a user's data on other shards, for the user's own export")
    package static let refereesElsewhere = allShards(because: "a user's referees are on other shards")
    package static let linksElsewhere = allShards(because: "a user's links are on other shards")
    package static let installsElsewhere = allShards(because: "a user's installs are on other shards")
    package static let unknownClick = allShards(
        because: "a newly installed device has no click id")
}
