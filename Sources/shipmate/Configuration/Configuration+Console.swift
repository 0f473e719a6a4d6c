internal import API
internal import Console
internal import EventLoops
internal import HTTP
internal import Referrals
internal import Service

extension Configuration {
    static let consoleSettings = [adminAddresses, fourEyes, pendingChangeDays, timeZone]

    private static let adminAddresses = Setting(
        name: "SHIPMATE_ADMIN_ADDRESSES", fallback: "", fallbackMeaning: "all",
        help:
            "the addresses that may reach the console at /admin, such as 203.0.113.7,10.0.0.0/8,2001:db8:1:2::/64"
    ) { configuration, text in
        configuration.adminAddresses = text
        return AddressList(text) == nil
            ? "IPv4 addresses, or networks (of IPv6 /64 at most), with commas between" : nil
    } show: {
        $0.adminAddresses
    }

    private static let fourEyes = Setting(
        name: "SHIPMATE_FOUR_EYES", fallback: "", fallbackMeaning: "none",
        help: "the changes that wait for a second operator: `rules`, `adjustments`, or `rules,adjustments`"
    ) { configuration, text in
        let words = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        let scopes = words.compactMap { ApprovalScope(rawValue: String($0)) }
        configuration.approvals.scopes = Set(scopes)
        return scopes.count == words.count ? nil : "`rules` and `adjustments`, with a comma between"
    } show: { configuration in
        ApprovalScope.allCases.filter(configuration.approvals.scopes.contains).map(\.rawValue)
            .joined(separator: ",")
    }

    private static let pendingChangeDays = Setting.number(
        "SHIPMATE_PENDING_CHANGE_DAYS", \.approvals.days, default: ApprovalPolicy.daysDefault, in: 1...365,
        "days that a change waits for a second operator; then it is withdrawn")

    private static let timeZone = Setting.text(
        "SHIPMATE_TIME_ZONE", \.timeZone, default: "UTC",
        "the programme's time zone, such as `Europe/Berlin`: days of reports, charts and limits, and the console's "
            + "times; days that were counted before a change stay as they were")

    func console(_ warnings: @escaping @Sendable () -> [String]) -> AdminConsole {
        let settings = Self.settings.map { setting in
            ConsoleConfiguration.Setting(
                name: setting.name, value: setting.show(self), isSet: namesSet.contains(setting.name))
        }
        return AdminConsole(
            ConsoleConfiguration(
                publicURL: mail.publicURL, clientAddress: ClientAddress(forwardedHops: forwardedHops),
                allowed: adminAddresses.isEmpty ? nil : AddressList(adminAddresses),
                version: ProductVersion.current, settings: { settings }, warnings: warnings))
    }
}
