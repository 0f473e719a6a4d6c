internal import HTTP
internal import JSON
internal import Service

// Bookings of the app's own back end and of administrators.
extension Routes {
    var money: [GatedRoute] {
        [
            gate.route(.get, "/v1/users/{uid}/balances", for: .server, pastBalances(of: .player)),
            gate.route(.post, "/v1/users/{uid}/redemptions", for: .server, Redeem(money: services.money)),
            gate.route(
                .post, "/v1/users/{uid}/redemptions/{id}/refund", for: .server,
                RefundRedemption(money: services.money)),
            gate.route(.post, "/v1/users/{uid}/redemptions/{id}/capture", for: .server, settling(.capture)),
            gate.route(.post, "/v1/users/{uid}/redemptions/{id}/cancel", for: .server, settling(.cancel)),
            gate.route(
                .post, "/v1/admin/users/{uid}/adjustments", for: .admin,
                Adjust(money: services.money, approvals: services.approvals)),
        ]
    }
}
