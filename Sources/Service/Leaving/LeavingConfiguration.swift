/// How users leave.
package struct LeavingConfiguration: Sendable {
    package static let daysDefault = 7

    /// How long an account's wish can be taken back by signing in.
    package var days: Int
    /// Nil keeps none.
    package var list: ErasureList?

    package init(days: Int = daysDefault, list: ErasureList? = nil) {
        self.days = days
        self.list = list
    }
}
