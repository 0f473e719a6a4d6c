internal import HTTP
internal import Service

/// The old wire names: Firebase Dynamic Links' and Branch's, so that an app's back end changes the host
/// alone. Who may call is said by their own keys, in the query or the body. Old clients send more than is
/// looked at here, in the query too.
extension Routes {
    var legacy: [GatedRoute] { firebase + branch }

    private var firebase: [GatedRoute] {
        let key = FirebaseKey(making: linkMaking, authenticator: services.authenticator)
        return [
            gate.route(
                .post, "/v1/shortLinks", for: .anyone, CreateShortLink(key: key, making: linkMaking),
                problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .get, "/v1/{link}/linkStats", for: .anyKey, ShowDynamicLinkStats(making: linkMaking),
                problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .post, "/v1/installAttribution", for: .anyone,
                AttributeInstall(key: key, making: linkMaking), problems: .firebase, unknownQuery: .ignored),
            gate.route(
                .post, "/v1/reopenAttribution", for: .anyone,
                AttributeReopen(key: key, making: linkMaking), problems: .firebase, unknownQuery: .ignored),
        ]
    }

    private var branch: [GatedRoute] {
        let keys = BranchKeys(making: linkMaking)
        let identities = BranchIdentity(accounts: services.accounts, reports: services.reports)
        let credits = BranchCredits(keys: keys, identities: identities)
        let create = CreateBranchLink(keys: keys, identities: identities, making: linkMaking)
        return [
            gate.route(
                .post, "/v1/url", for: .anyone, create, limits: .branchLink, problems: .branch,
                unknownQuery: .ignored),
            gate.route(
                .post, "/v1/url/bulk/{branch_key}", for: .anyone, CreateBranchLinks(single: create),
                limits: RouteLimits(bodyBytesMax: limits.batchBodyBytesMax), problems: .branch,
                unknownQuery: .ignored),
            gate.route(
                .get, "/v1/url", for: .anyone, ShowBranchLink(keys: keys, making: linkMaking),
                problems: .branch, unknownQuery: .ignored),
            gate.route(
                .get, "/v1/credits", for: .anyone, ShowCredits(credits: credits, money: services.money),
                problems: .branch, unknownQuery: .ignored),
            gate.route(
                .get, "/v1/credithistory", for: .anyone,
                ListCreditHistory(credits: credits, money: services.money), problems: .branch,
                unknownQuery: .ignored),
            gate.route(
                .post, "/v1/redeem", for: .anyone,
                RedeemCredits(
                    keys: keys, identities: identities, money: services.money,
                    pepper: services.idempotencyPepper),
                problems: .branch, unknownQuery: .ignored),
        ]
    }
}

extension RouteLimits {
    /// Anybody may send it, since the key is in the body; its `data` may be a text, with a backslash before
    /// every quote.
    fileprivate static let branchLink = RouteLimits(bodyBytesMax: 32_768)
}
