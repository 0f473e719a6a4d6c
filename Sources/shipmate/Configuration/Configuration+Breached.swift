internal import API
internal import Batching
internal import Crypto

extension Configuration {
    static let breachedSettings: [Setting] = [
        .text(
            "SHIPMATE_BREACHED_PASSWORDS", \.breachedPath, default: "",
            "leaked passwords that are refused, in the format of the Have I Been Pwned downloader: a file, or a "
                + "folder of ranges")
    ]

    /// The list of leaked passwords; nil where none is named.
    func breachedList() throws(ConfigurationMistakes) -> BreachedList? {
        guard !breachedPath.isEmpty else { return nil }
        do throws(BreachedList.Trouble) {
            return try BreachedList(at: breachedPath)
        } catch {
            throw ConfigurationMistakes(all: [
                ConfigurationMistake(
                    name: "SHIPMATE_BREACHED_PASSWORDS", value: breachedPath, allowed: error.description)
            ])
        }
    }
}

extension BreachedList {
    /// An unreadable list refuses no password, but is reported.
    func passwords(tellingTo log: LogSink) -> BreachedPasswords {
        BreachedPasswords { sum in
            do throws(Trouble) {
                return try contains(sum)
            } catch {
                log.write(
                    LogLine(
                        .error, "the list of leaked passwords can't be read, so it is not applied",
                        ["error": error.description]))
                return false
            }
        }
    }
}
