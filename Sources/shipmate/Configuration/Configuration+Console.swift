internal import API
internal import Console
internal import EventLoops
internal import HTTP
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
