internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Values

/// Tells a device again without keeping anything of it: keyed hashes of where it came from and what it said
/// of itself, under a salt that changes daily.
struct Fingerprinter {
    let key: Subkey

    /// Of a link's visitor; nil for desktops and bots, which don't install apps.
    func fingerprint(of visitor: Visitor, from address: PeerAddress, at now: Timestamp) -> Fingerprint? {
        let family = visitor.platform.family
        guard visitor.bot == nil, family != .desktop else { return nil }
        let agent = Agent(
            family: family, osVersion: visitor.osVersion,
            model: family == .ios ? visitor.platform.rawValue : visitor.model)
        return fingerprint(of: agent, from: address, day: now.day)
    }

    /// Of an app's device, on each day that clicks since `since` can have; empty for desktops.
    ///
    /// It goes by what the app says of the device: its own network agent is not the browser's.
    func fingerprints(
        of device: LinkClaim.Device, from address: PeerAddress, since: Timestamp, at now: Timestamp
    ) -> [Fingerprint] {
        guard device.platform != .desktop else { return [] }
        let agent = Agent(family: device.platform, osVersion: device.osVersion, model: device.model)
        return Set([since.day, now.day]).map {
            fingerprint(of: agent, from: address, day: $0)
        }
    }

    private func fingerprint(of agent: Agent, from address: PeerAddress, day: Int32) -> Fingerprint {
        var text: [UInt8] = []
        text.reserveCapacity(128)
        Self.add(String(day), to: &text)
        Self.add(address.description, to: &text)
        Self.add(agent.family.rawValue, to: &text)
        // The day comes first, so that the index grows at one end at a time.
        return Fingerprint(
            device: Int64(day & 0x7FFF) << 48 | hash(text) & 0xFFFF_FFFF_FFFF,
            agent: half("version", agent.version, after: text) << 32 | half("model", agent.model, after: text)
        )
    }

    /// 32 bits of what an agent says of itself; zero for nothing.
    private func half(_ name: StaticString, _ part: String, after prefix: [UInt8]) -> Int64 {
        guard !part.isEmpty else { return 0 }
        var text = prefix
        Self.add(name.description, to: &text)
        Self.add(part, to: &text)
        return max(1, hash(text) & 0xFFFF_FFFF)
    }

    /// A device's traits from a page or an app, as stored with a click and compared there.
    func hashes(of traits: DeviceTraits, on click: UUID) -> TraitHashes {
        var hashes = TraitHashes()
        hashes.screenInPoints = hash("screen", traits.screenInPoints, on: click)
        hashes.screenInPixels = hash("screen", traits.screenInPixels, on: click)
        hashes.scale = hash("scale", traits.scale, on: click)
        hashes.timeZone = hash("time zone", traits.timeZone, on: click)
        hashes.language = hash("language", traits.language, on: click)
        return hashes
    }

    private func hash(_ name: StaticString, _ trait: String?, on click: UUID) -> Int64? {
        guard let trait else { return nil }
        var text = click.bytes
        Self.add(name.description, to: &text)
        Self.add(trait, to: &text)
        return hash(text)
    }

    private static func add(_ part: String, to text: inout [UInt8]) {
        text.append(contentsOf: part.utf8)
        text.append(UInt8(ascii: "|"))
    }

    private func hash(_ text: [UInt8]) -> Int64 {
        Int64(bitPattern: SipHash.hash(text[...], key: key.bytes).0)
    }
}

/// Traits that browsers and apps both report, in equal form.
private struct Agent {
    let family: PlatformFamily
    let version: String
    let model: String

    /// Apps tell a version to the patch, and Apple's devices their generation; browsers neither.
    init(family: PlatformFamily, osVersion: String?, model: String?) {
        self.family = family
        version = osVersion.map(Self.minor) ?? ""
        let name = model?.lowercased() ?? ""
        self.model = family == .ios ? String(name.prefix(while: \.isLetter)) : name
    }

    /// `17` and `17.0.1` are `17.0`.
    private static func minor(_ version: String) -> String {
        let numbers = version.split(separator: ".").prefix(2)
        return numbers.count == 1 ? "\(numbers[0]).0" : numbers.joined(separator: ".")
    }
}
