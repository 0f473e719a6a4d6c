internal import API
internal import Console
internal import EventLoops
internal import HTTP
internal import Referrals
internal import Service

extension Configuration {
    static let adminAddresses = Setting(
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

    static let fourEyes = Setting(
        name: "SHIPMATE_FOUR_EYES", fallback: "", fallbackMeaning: "none",
        help: "the changes that wait for a second operator: `rules`, `adjustments`, or `rules,adjustments`"
    ) { configuration, text in
        let words = text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        let scopes = words.compactMap { ApprovalScope(rawValue: String($0)) }
        configuration.approvals = Set(scopes)
        return scopes.count == words.count ? nil : "`rules` and `adjustments`, with a comma between"
    } show: { configuration in
        ApprovalScope.allCases.filter(configuration.approvals.contains).map(\.rawValue).joined(separator: ",")
    }

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
