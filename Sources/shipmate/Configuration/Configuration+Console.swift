internal import API
internal import Console
internal import EventLoops
internal import HTTP
internal import Service

extension Configuration {
    static let adminAddresses = Setting(
        name: "SHIPMATE_ADMIN_ADDRESSES", fallback: "", fallbackMeaning: "all",
        help: "the addresses that may reach the console at /admin, such as 203.0.113.7,10.0.0.0/8"
    ) { configuration, text in
        configuration.adminAddresses = text
        return AddressList(text) == nil
            ? "addresses or networks with commas between: 203.0.113.7,10.0.0.0/8" : nil
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
