/// How `shipmate demo --fill` fills the database.
struct DemoFilling: Equatable {
    static let playersRange = 100...20_000

    var players = 5_000
    var seed: UInt64 = 1
}
