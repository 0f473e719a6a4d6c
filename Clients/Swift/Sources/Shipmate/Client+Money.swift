import Foundation

extension Client {
    /// All of the player's rewards, the newest first.
    func rewards() async throws -> [Reward] {
        var (rewards, cursor): ([Reward], String?) = ([], nil)
        repeat {
            let page = try await authorized(
                Call("GET", "/v1/users/me/rewards?limit=200" + Self.after(cursor)))
            rewards += try page["rewards"].list.map(Reward.init)
            cursor = page["next_cursor"].text
        } while cursor != nil
        return rewards
    }

    func referrals(after cursor: String?) async throws -> Referrals {
        try Referrals(await authorized(Call("GET", "/v1/users/me/referrals?limit=50" + Self.after(cursor))))
    }

    private static func after(_ cursor: String?) -> String { cursor.map { "&cursor=\($0)" } ?? "" }
}
