internal import HTTP
internal import JSON
internal import Links

/// The files that a running server rereads, all or nothing; its environment can't change.
struct RereadFiles {
    let profile: AppProfile?
    let origins: [Origin]
    /// The profile's members, to tell what has changed.
    private let members: [JSONMember]

    /// - Throws: the mistakes of all files at once.
    init(_ configuration: Configuration) throws(ConfigurationMistakes) {
        var mistakes: [ConfigurationMistake] = []
        var (profile, origins, members): (AppProfile?, [Origin], [JSONMember]) = (nil, [], [])
        do throws(ConfigurationMistakes) {
            if let bytes = try configuration.appProfileBytes() {
                profile = try configuration.appProfile(bytes)
                if case .object(let found)? = try? JSONParser.parse(bytes) { members = found }
            }
        } catch {
            mistakes += error.all
        }
        do throws(ConfigurationMistakes) { origins = try configuration.readOrigins() } catch {
            mistakes += error.all
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(all: mistakes) }
        (self.profile, self.origins, self.members) = (profile, origins, members)
    }

    /// Notes on values that are served differently.
    var remarks: [String] {
        profile?.remarks.map { "the app's profile: " + $0 } ?? []
    }

    /// By file, for the log.
    func changes(since former: RereadFiles) -> [String: String] {
        let names = Set(members.map(\.name)).union(former.members.map(\.name)).sorted()
        let changed = names.filter { value($0) != former.value($0) }
        let added = origins.filter { !former.origins.contains($0) }.map { "+" + $0.text }
        let removed = former.origins.filter { !origins.contains($0) }.map { "-" + $0.text }
        return [
            "profile": changed.isEmpty ? "unchanged" : changed.joined(separator: ", "),
            "origins": added + removed == [] ? "unchanged" : (added + removed).joined(separator: ", "),
        ]
    }

    private func value(_ name: String) -> JSONValue? {
        members.first { $0.name == name }?.value
    }
}
