internal import API
internal import EmbeddedPostgres
internal import Glibc
internal import HTTP
internal import Links
internal import Referrals

extension Configuration {
    /// The app that links stand on, read from its file; nil where none is named, and links are off.
    func appProfile() throws(ConfigurationMistakes) -> AppProfile? {
        try appProfileBytes().map { bytes throws(ConfigurationMistakes) in try appProfile(bytes) }
    }

    func appProfile(_ bytes: [UInt8]) throws(ConfigurationMistakes) -> AppProfile {
        do throws(ProfileFile.Mistakes) {
            return try ProfileFile.read(bytes)
        } catch {
            throw ConfigurationMistakes(
                all: error.all.map { Self.profileMistake(appProfilePath, $0.description) })
        }
    }

    func appProfileBytes() throws(ConfigurationMistakes) -> [UInt8]? {
        guard !appProfilePath.isEmpty else { return nil }
        if hasExampleProfile { return Array(ExampleProfile(port: http.port).text.utf8) }
        return try Self.bytes(
            of: appProfilePath, bytesMax: ProfileFile.bytesMax + 1, mistake: Self.profileMistake)
    }

    /// The sites whose scripts may read replies, out of their file where there is one.
    func readOrigins() throws(ConfigurationMistakes) -> [Origin] {
        guard !corsOriginsPath.isEmpty else { return corsOrigins }
        let bytes = try Self.bytes(of: corsOriginsPath, bytesMax: 65_536, mistake: Self.originsMistake)
        do throws(OriginList.Mistake) {
            return try OriginList.read(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw ConfigurationMistakes(all: [Self.originsMistake(corsOriginsPath, error.description)])
        }
    }

    /// The domains of disposable mail out of their file; nil where none is named: the built-in list counts.
    func disposableDomains() throws(ConfigurationMistakes) -> DisposableDomains? {
        guard !disposableDomainsPath.isEmpty else { return nil }
        let bytes = try Self.bytes(of: disposableDomainsPath, bytesMax: 8_388_608) { path, detail in
            ConfigurationMistake(name: "SHIPMATE_DISPOSABLE_DOMAINS", value: path, allowed: detail)
        }
        return DisposableDomains(lines: String(decoding: bytes, as: UTF8.self))
    }

    /// Follows symbolic links, which is how containers are given their files.
    static func bytes(
        of path: String, bytesMax: Int, mistake: (String, String) -> ConfigurationMistake
    ) throws(ConfigurationMistakes) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ConfigurationMistakes(all: [mistake(path, String(cString: strerror(errno)))])
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ConfigurationMistakes(all: [mistake(path, "must be a file")])
        }
        return Array(Files.readAll(descriptor, bytesMax: bytesMax).utf8)
    }

    private static func profileMistake(_ path: String, _ detail: String) -> ConfigurationMistake {
        ConfigurationMistake(name: "SHIPMATE_APP_PROFILE", value: path, allowed: detail)
    }

    private static func originsMistake(_ path: String, _ detail: String) -> ConfigurationMistake {
        ConfigurationMistake(name: "SHIPMATE_CORS_ORIGINS", value: "@" + path, allowed: detail)
    }
}
