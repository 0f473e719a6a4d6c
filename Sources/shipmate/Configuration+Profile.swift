internal import API
internal import Glibc
internal import Links

extension Configuration {
    /// The app that links stand on, read from its file; nil where none is named, and links are off.
    func appProfile() throws(ConfigurationMistakes) -> AppProfile? {
        guard !appProfilePath.isEmpty else { return nil }
        let bytes = try appProfileBytes()
        do throws(ProfileFile.Mistakes) {
            return try ProfileFile.read(bytes)
        } catch {
            throw ConfigurationMistakes(all: error.all.map { profileMistake($0.description) })
        }
    }

    /// Follows symbolic links, which is how containers are given their files.
    private func appProfileBytes() throws(ConfigurationMistakes) -> [UInt8] {
        let descriptor = open(appProfilePath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ConfigurationMistakes(all: [profileMistake(String(cString: strerror(errno)))])
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ConfigurationMistakes(all: [profileMistake("a file is needed")])
        }
        return Array(Files.readAll(descriptor, bytesMax: ProfileFile.bytesMax + 1).utf8)
    }

    private func profileMistake(_ detail: String) -> ConfigurationMistake {
        ConfigurationMistake(name: "SHIPMATE_APP_PROFILE", value: appProfilePath, allowed: detail)
    }
}
