import Foundation

extension Client {
    /// All of the player's rewards, the newest first.
    func rewards() async throws -> [Reward] {
        struct Page: Decodable { let rewards: [Reward], nextCursor: String? }
        var (rewards, cursor): ([Reward], String?) = ([], nil)
        repeat {
            let page = try await authorized(
                Call("GET", "/v1/users/me/rewards?limit=200" + Self.after(cursor)), as: Page.self)
            rewards += page.rewards
            cursor = page.nextCursor
        } while cursor != nil
        return rewards
    }

    func referrals(after cursor: String?) async throws -> Referrals {
        try await authorized(Call("GET", "/v1/users/me/referrals?limit=50" + Self.after(cursor)), as: Referrals.self)
    }

    private static func after(_ cursor: String?) -> String { cursor.map { "&cursor=\($0)" } ?? "" }
}
