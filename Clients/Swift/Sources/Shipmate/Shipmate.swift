import Foundation

/// A player's handle to a Shipmate server. Make one and keep it; all its work ends when it is freed.
///
/// The initializer uses neither network nor disk. Every error is a `ShipmateError`. There is no telemetry.
public final class Shipmate: Sendable {
    public static let version = "1.0.0"

    let client: Client

    public init(host: URL, options: Options = Options()) { client = Client(host: host, options: options) }

    deinit { Task { [client] in await client.close() } }

    /// Resumes the player of this install, or signs a new one up. Call it at each start of the app; more calls do no harm.
    ///
    /// A stored session returns at once as `cached` and is confirmed in the background (`updates`). Without one, the
    /// call claims what `link`, `click` or `clipboard` has, and signs up. A player who exists opens it; without a network
    /// that happens later, and `invitations` has the result. `.offline`: let the player play, and call again.
    /// It waits while a locked device can't read the session. `.signedOut`, also after a restart: the session of an account
    /// ended. Let the player sign in, or call `signOut` and `start` for a new player.
    ///
    /// - Parameters:
    ///   - link: the URL that opened the app, if any. `open` takes it, too.
    ///   - click: a click's id.
    ///   - clipboard: where an invite may be. It is read only if the install has no player yet; a `.text` is given.
    ///   - device: facts by which the server may guess the click. Send them only with the player's consent.
    @discardableResult
    public func start(
        link: URL? = nil, click: String? = nil, clipboard: Clipboard = .ignored, device: DeviceFacts? = nil
    ) async throws(ShipmateError) -> Player {
        do {
            let given = Opening(link: link?.absoluteString, linkClickID: click, clipboard: clipboard.given)
            return try await client.start(given, clipboard: clipboard, device: device)
        } catch { throw ShipmateError(error) }
    }

    /// Records what the player did, and returns the event's id. Works offline and before `start`.
    ///
    /// The event is in a file when this returns, so it survives the end of the app. One sync a batch makes it survive a
    /// loss of power, some milliseconds later; `flush` waits for that. Events are sent in order, a second later.
    ///
    /// Throws `.journalFull` at the journal's limit and `.storage` on a full disk; then nothing was recorded.
    @discardableResult
    public func record(_ event: Event) async throws(ShipmateError) -> String {
        do { return try await client.record(event) } catch { throw ShipmateError(error) }
    }

    /// Syncs the journal and sends what waits. Call it when the app goes to the background.
    @discardableResult
    public func flush() async throws(ShipmateError) -> Flush {
        do { return try await client.flush() } catch { throw ShipmateError(error) }
    }

    /// The player's invite, with a text in the device's language. The same channel gives the same link.
    public func invite(channel: Channel? = nil) async throws(ShipmateError) -> Invite {
        do { return try await client.invite(channel: channel?.rawValue) } catch { throw ShipmateError(error) }
    }

    /// Makes the player an account. The uid stays. `.emailInUse` has an offer to join the account of that e-mail.
    @discardableResult
    public func link(email: String, password: String) async throws(ShipmateError) -> Player {
        do { return try await client.link(Credential(email: email, password: password)) } catch {
            throw ShipmateError(error)
        }
    }

    /// Signs in to an account. The anonymous player of this install stays behind; `merge` takes it along.
    @discardableResult
    public func signIn(email: String, password: String) async throws(ShipmateError) -> Player {
        do {
            return try await client.signIn(Credential(email: email, password: password), merging: false)
        } catch { throw ShipmateError(error) }
    }

    /// Signs in to an account and merges the anonymous player into it.
    @discardableResult
    public func merge(email: String, password: String) async throws(ShipmateError) -> Player {
        do {
            return try await client.signIn(Credential(email: email, password: password), merging: true)
        } catch { throw ShipmateError(error) }
    }

    /// Ends this session, also offline. Events that can't be sent before are set aside and reported as rejections.
    public func signOut() async throws(ShipmateError) {
        do { return try await client.signOut() } catch { throw ShipmateError(error) }
    }

    /// Erases the player. An account needs its password; it is erased some days later, and signing in undoes that.
    public func deleteUser(password: String? = nil) async throws(ShipmateError) {
        do { return try await client.deleteUser(password: password) } catch { throw ShipmateError(error) }
    }

    /// For `.onOpenURL`: claims a link in the background, also if the network comes later. `invitations` has the result.
    public func open(_ url: URL) {
        Task { [client] in
            do { _ = try await client.open(url) } catch { await client.note(error, "open") }
        }
    }

    /// As `open`, with the result: `nil` if the URL isn't an invitation, or if there is no player yet. Then `start` claims it.
    public func claim(_ url: URL) async throws(ShipmateError) -> Invitation? {
        do { return try await client.open(url) } catch { throw ShipmateError(error) }
    }

    public func me() async throws(ShipmateError) -> User {
        do { return try await client.user() } catch { throw ShipmateError(error) }
    }

    public func rewards() async throws(ShipmateError) -> [Reward] {
        do { return try await client.rewards() } catch { throw ShipmateError(error) }
    }

    public func referrals(after cursor: String? = nil) async throws(ShipmateError) -> Referrals {
        do { return try await client.referrals(after: cursor) } catch { throw ShipmateError(error) }
    }

    /// Checks the network, the store, the journal and the server. Each line that isn't `ok` says what to do.
    public func diagnose() async -> [Diagnosis] { await client.diagnose() }

    /// The session's state now.
    public var state: SessionState { get async { await client.state } }

    /// The player's uid, once there is one.
    public var uid: String? { get async { await client.session?.uid } }

    /// How many events wait, and how many bytes they have.
    public var journal: (events: Int, bytes: Int) {
        get async throws(ShipmateError) {
            do {
                let summary = try await client.journal.summary()
                return (summary.events, summary.bytes)
            } catch { throw ShipmateError(error) }
        }
    }
}

extension Shipmate {
    /// The session's state, and each change of it.
    public var updates: AsyncStream<SessionState> { sequence { await $0.listen(states: $1) } }

    /// Each invitation once. A new sequence begins with the last one.
    public var invitations: AsyncStream<Invitation> { sequence { await $0.listen(invitations: $1) } }

    /// Events that the server refused for good.
    public var rejected: AsyncStream<Rejection> { sequence { await $0.listen(rejections: $1) } }

    /// The balances of the player who is there: those of the cache first, then each change as it happens. They go on over
    /// `link`, `signIn` and `signOut`, and end with the handle.
    public var balances: AsyncStream<Balances> { sequence { await $0.listen(balances: $1) } }

    private func sequence<Value: Sendable>(
        _ listen: @escaping @Sendable (Client, AsyncStream<Value>.Continuation) async -> Void
    ) -> AsyncStream<Value> {
        AsyncStream { continuation in
            Task { [client] in await listen(client, continuation) }
        }
    }
}

/// Where an invite is shared, for the statistics. Any name will do.
public struct Channel: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let message = Self(rawValue: "message")
    public static let email = Self(rawValue: "email")
    public static let copy = Self(rawValue: "copy")
}

/// Where the text of the clipboard comes from. `ShipmateUI` adds `.whenALinkIsThere`.
public struct Clipboard: Sendable {
    let text: @Sendable () async -> String?
    /// A text that the app has: a player who exists opens it, too.
    private(set) var given: String?

    /// `text` returns `nil` if the clipboard wasn't looked at, and an empty text if it has no link.
    public init(text: @escaping @Sendable () async -> String?) { self.text = text }

    public static let ignored = Self { nil }
    /// A text that the app has, such as from a `UIPasteControl`.
    public static func text(_ text: String) -> Self {
        var clipboard = Self { text }
        clipboard.given = text
        return clipboard
    }
}
