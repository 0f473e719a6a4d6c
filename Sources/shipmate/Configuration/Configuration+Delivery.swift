internal import Delivery

extension Configuration {
    static let deliverySettings: [Setting] = [
        .toggle(
            "SHIPMATE_CHANGES", \.delivery.isFeedOn, default: false,
            "write changes of all types, so that GET /v1/admin/changes gives them; without it only those that "
                + "a webhook or a stream needs"),
        .number(
            "SHIPMATE_DELIVERY_DAYS", \.delivery.days, default: 30, in: DeliveryConfiguration.days,
            "days for which changes and deliveries are kept"),
    ]

    struct Delivery: Equatable, Sendable {
        var isFeedOn = false
        var days = 30
    }

    var deliveryConfiguration: DeliveryConfiguration {
        DeliveryConfiguration(isFeedOn: delivery.isFeedOn, retentionDays: delivery.days)
    }
}
