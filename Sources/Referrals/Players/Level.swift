/// How far a player is in the game, as the app counts it.
package enum Level {
    package static let range: ClosedRange<Int64> = 1...1_000_000
}

extension Progress {
    /// A level may fall; the highest never does.
    mutating func reach(level: Int32) {
        self.level = level
        highestLevel = max(highestLevel, level)
    }
}

extension User {
    package var level: Int32 { progress.level }
    package var highestLevel: Int32 { progress.highestLevel }
}

extension UserState {
    /// The last one reached, which may be below the highest.
    package var level: Int32 { progress.level }
    /// 0 before the first.
    package var highestLevel: Int32 { progress.highestLevel }
}
