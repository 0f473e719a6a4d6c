import Crypto
import Delivery
import HTTP
import JSON
import TestSupport
import Testing

/// Lists that are filtered by a uid or a code: a merged player's leads to the account, as it does in a path.
struct MergedFilterTests {
    /// A filter of a list by a user.
    private struct Filter {
        let path: String
        let name: String
        let list: String
        let isByCode: Bool
    }

    private static let filters = [
        Filter(path: "/v1/admin/users", name: "q", list: "users", isByCode: false),
        Filter(path: "/v1/admin/users", name: "q", list: "users", isByCode: true),
        Filter(path: "/v1/admin/users", name: "referral_code", list: "users", isByCode: true),
        Filter(path: "/v1/admin/users", name: "referred_by", list: "users", isByCode: false),
        Filter(path: "/v1/admin/rewards", name: "beneficiary", list: "rewards", isByCode: false),
        Filter(path: "/v1/admin/links", name: "creator", list: "links", isByCode: false),
        Filter(path: "/v1/admin/audit", name: "user", list: "entries", isByCode: false),
        Filter(path: "/v1/admin/changes", name: "subject", list: "changes", isByCode: false),
    ]

    private struct Cast {
        let merge: MergeCast
        let player: TestUser
        let account: TestUser

        /// Both have friends, rewards, links, audit entries and changes; then the player becomes the account.
        init(_ server: TestServer) async throws {
            merge = try await MergeCast(server)
            let client = merge.client
            account = try merge.account("anne")
            player = try client.signUp()
            for user in [player, account] {
                for _ in 0..<2 {
                    let friend = try client.signUp(referredBy: user.code)
                    try client.reachLevel(5, token: friend.token, id: newID()).required(200)
                }
                try client.send("POST", "/v1/invites", token: user.token, [:]).required(201)
                try client.move(3, .adjustment, of: user.uid, key: merge.admin).required(201)
            }
            try merge.merge(player.token, into: "anne").required(200)
        }

        func found(_ filter: Filter, _ user: TestUser) throws -> JSONValue {
            let value = filter.isByCode ? user.code : user.uid
            let path = "\(filter.path)?\(filter.name)=\(value)"
            return try merge.client.get(path, token: merge.admin).required(200).json[filter.list] ?? .null
        }
    }

    private func withCast(_ body: (Cast) throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        options.delivery = DeliveryConfiguration(isFeedOn: true)
        try await TestServer.with(options) { try body(try await Cast($0)) }
    }

    @Test func `each finds the same by the player as by the account, and what both had`() async throws {
        try await withCast { cast in
            for filter in Self.filters {
                let (own, former) = (
                    try cast.found(filter, cast.account), try cast.found(filter, cast.player)
                )
                #expect(own == former, "\(filter.path)?\(filter.name)")
                let least = filter.name == "q" || filter.name == "referral_code" ? 1 : 2
                #expect(own.array?.count ?? 0 >= least, "\(filter.path)?\(filter.name): \(own)")
            }
            #expect(try cast.found(Self.filters[2], cast.player)[0]?["uid"]?.string == cast.account.uid)
            #expect(try cast.found(Self.filters[3], cast.player).array?.count == 4)
            let all = try cast.merge.client.get(
                "/v1/admin/users/\(cast.account.uid)/rewards", token: cast.merge.admin
            ).required(200).json["rewards"]?.array
            #expect(try cast.found(Self.filters[4], cast.player).array?.count == all?.count)
            let links = try cast.found(Self.filters[5], cast.player).array
            #expect(links?.count == 2)
            let subjects = try cast.found(Self.filters[7], cast.account).array?.compactMap {
                $0["subject"]?.string
            }
            #expect(Set(subjects ?? []) == [cast.account.uid, cast.player.uid])
        }
    }

    @Test func `every filter by a user that the description has is among them`() async throws {
        try await withCast { cast in
            let description = try Description(cast.merge.client)
            let known = Set(Self.filters.map { "\($0.path) \($0.name)" })
            let names: Set = [
                "creator", "user", "beneficiary", "subject", "referred_by", "referral_code", "uid",
            ]
            for operation in description.operations where operation.method == "GET" {
                for parameter in operation.value["parameters"]?.array ?? [] {
                    guard parameter["in"] == "query", let name = parameter["name"]?.string,
                        names.contains(name) || parameter["schema"]?["format"] == "uuid"
                    else { continue }
                    let isKnown = known.contains("\(operation.path) \(name)")
                    #expect(isKnown || operation.path.hasPrefix("/v1/credit"), "\(operation.path)?\(name)")
                }
            }
        }
    }

    @Test func `pages of the account's rewards and changes have each once, in order`() async throws {
        try await withCast { cast in
            for (filter, cursorName) in [(Self.filters[4], "cursor"), (Self.filters[7], "after")] {
                let whole = try cast.found(filter, cast.account).array?.compactMap { $0["id"]?.string } ?? []
                var (paged, cursor): ([String], String) = ([], "")
                for _ in 0...whole.count {
                    let path = "\(filter.path)?\(filter.name)=\(cast.player.uid)&limit=1\(cursor)"
                    let page = try cast.merge.client.get(path, token: cast.merge.admin).required(200).json
                    let rows = page[filter.list]?.array ?? []
                    paged += rows.compactMap { $0["id"]?.string }
                    guard let next = page["next_cursor"]?.string, !rows.isEmpty else { break }
                    cursor = "&\(cursorName)=\(next)"
                }
                #expect(paged == whole, "\(filter.path)")
            }
        }
    }
}
