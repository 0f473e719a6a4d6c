internal import Basics
internal import EventLoops
internal import Links

/// The links that one loop has opened recently.
final class LinkCache {
    /// How long a link is believed while changes are heard of, and while they are not.
    private static let toldMilliseconds = 30_000
    private static let untoldMilliseconds = 1_000

    /// A reading of links under way.
    struct Load {
        fileprivate let change: Int
        fileprivate let startedAt: MonotonicInstant
    }

    private var links: BoundedCache<LinkCode, KnownLink>
    private var loadsInFlight = 0
    private var change = 0
    private var forgottenAt = 0
    /// Changes heard of while loads are in flight, whose rows may be older.
    private var changes: [LinkCode: Int] = [:]

    /// - Parameter linksMax: about a kilobyte each.
    init(linksMax: Int = 8192) {
        links = BoundedCache(entriesMax: linksMax)
    }

    var count: Int { links.count }

    /// - Parameter isTold: whether every change up to now was heard of.
    func link(_ code: LinkCode, isTold: Bool) -> KnownLink? {
        guard let entry = links[code] else { return nil }
        let milliseconds = isTold ? Self.toldMilliseconds : Self.untoldMilliseconds
        guard MonotonicInstant.now.milliseconds(since: entry.loadedAt) < milliseconds else {
            links[code] = nil
            return nil
        }
        return entry
    }

    func beginLoad() -> Load {
        loadsInFlight += 1
        return Load(change: change, startedAt: .now)
    }

    /// Remembers what was read, but for what has changed meanwhile.
    func end(_ load: Load, with links: [Link]) {
        loadsInFlight -= 1
        for link in links where max(forgottenAt, changes[link.code, default: 0]) <= load.change {
            self.links[link.code] = KnownLink(link, loadedAt: load.startedAt)
        }
        if loadsInFlight == 0 { changes = [:] }
    }

    /// A link has changed.
    func forget(_ code: LinkCode) {
        change += 1
        links[code] = nil
        if loadsInFlight > 0 { changes[code] = change }
    }

    /// Changes may have gone unheard.
    func forgetAll() {
        change += 1
        forgottenAt = change
        links.removeAll()
    }
}
