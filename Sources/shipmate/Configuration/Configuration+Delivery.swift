internal import API
internal import Basics
internal import Delivery
internal import WebClient

extension Configuration {
    static let deliverySettings: [Setting] = [
        .toggle(
            "SHIPMATE_CHANGES", \.delivery.isFeedOn, default: false,
            "write changes of all types, so that GET /v1/admin/changes gives them; without it only those that "
                + "a webhook or a stream needs"),
        .number(
            "SHIPMATE_DELIVERY_DAYS", \.delivery.days, default: 30, in: DeliveryConfiguration.days,
            "days for which changes and deliveries are kept"),
        allowed, proxy,
    ]

    private static let allowed = Setting(
        name: "SHIPMATE_WEBHOOK_ALLOW", fallback: "", fallbackMeaning: "none",
        help: "origins of webhooks that may be private or use plain HTTP, such as http://127.0.0.1:*"
    ) { configuration, text in
        do throws(ReceiverAllowList.InvalidPattern) {
            configuration.delivery.allowed = try ReceiverAllowList(text)
            configuration.delivery.allowedText = text
            return nil
        } catch {
            return "SCHEME://HOST:PORT or SCHEME://HOST:*, with commas between"
        }
    } show: {
        $0.delivery.allowedText
    }

    private static let proxy = Setting(
        name: "SHIPMATE_WEBHOOK_PROXY", fallback: "", fallbackMeaning: "none",
        help: "the HTTP proxy that all webhooks' requests go through, such as http://10.0.0.5:3128; it must "
            + "refuse private addresses"
    ) { configuration, text in
        configuration.delivery.proxy = text
        let rest = text.dropFirst("http://".count)
        let isURL =
            text.hasPrefix("http://") && !rest.isEmpty
            && rest.utf8.allSatisfy { $0.isAlphanumeric || ".-:[]".utf8.contains($0) }
        return text.isEmpty || isURL ? nil : "http://HOST:PORT"
    } show: {
        $0.delivery.proxy
    }

    struct Delivery: Equatable, Sendable {
        var isFeedOn = false
        var days = 30
        var allowed = ReceiverAllowList()
        var allowedText = ""
        /// Empty for none.
        var proxy = ""
    }

    /// - Parameter client: for webhooks' requests.
    func deliveryConfiguration(_ client: WebClient) -> DeliveryConfiguration {
        DeliveryConfiguration(
            isFeedOn: delivery.isFeedOn, retentionDays: delivery.days,
            sending: SendingConfiguration(
                client, allowed: delivery.allowed, proxy: delivery.proxy.isEmpty ? nil : delivery.proxy,
                userAgent: "Shipmate/\(ProductVersion.current)"))
    }
}
