package shipmate

import java.io.Closeable
import java.io.File
import java.net.URI
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.SharedFlow
import kotlinx.coroutines.flow.asSharedFlow
import kotlinx.coroutines.flow.onEach

/**
 * A handle on a Shipmate server for the player of this install. Keep one, and pass it on.
 *
 * The constructor touches neither network nor disk. Functions suspend, may be called from any thread, and throw
 * [ShipmateError]. An unreferenced handle is freed, and its background work and flows end.
 *
 * @param host such as `https://api.example.com`.
 * @param folder the folder of the journal of events. Keep it out of backups.
 * @param device what a claim says of this device. More than `platform` is a fingerprint: ask for consent first.
 * @param bundleId the app's own id, for a server with several apps.
 * @param now milliseconds since 1970.
 * @param random so many random bytes.
 * @param log lines without secrets.
 */
public class Shipmate(
    host: String,
    folder: () -> File = { defaultFolder(host) },
    store: SecretStore = FileSecretStore(folder),
    transport: Transport = HttpTransport(),
    device: Map<String, Any?> = mapOf("platform" to defaultPlatform()),
    bundleId: String? = null,
    limits: JournalLimits = JournalLimits(),
    now: () -> Long = System::currentTimeMillis,
    random: (Int) -> ByteArray = ::secureBytes,
    log: (String) -> Unit = {},
) : Closeable {
    private val engine =
        Engine(host.trimEnd('/'), folder, store, transport, device, bundleId, limits, now, random, log)

    init {
        engine.ownedBy(this)
    }

    /**
     * Resumes the player, or claims the invitation and signs up. Safe to call again. A resumed player is
     * [SessionState.Cached] until the server confirms it in the background. Throws [ShipmateError.SignedOut], also after
     * a restart, where the session of an account ended. A player who exists opens the link, too; without a network that
     * happens later, and [invitations] has the result.
     */
    public suspend fun start(opening: Opening = Opening()): Player = engine.start(opening)

    /** The same, but asks for the opening only where the player is new. */
    public suspend fun start(whenNew: suspend () -> Opening): Player = engine.start(whenNew = whenNew)

    /** The states of the session: the latest first, then each change. */
    public val updates: SharedFlow<SessionState> get() = engine.starts.updates.asSharedFlow()

    public val state: SessionState get() = engine.starts.state

    /** Each invitation once; a later collector in the same process gets the last one again. */
    public val invitations: Flow<Invitation>
        get() = engine.claims.let { claims -> engine.openings.invitations.onEach { claims.noteDelivered() } }

    /**
     * Writes an event to the journal, and returns its id. It survives a kill of the app from then on, and a power
     * loss after the sync that follows at once. It is sent in order, soon after [start]; without a player it waits.
     */
    public suspend fun record(event: Event): String = engine.record(event)

    /** Sends what was recorded. */
    public suspend fun flush(): Flushed = engine.outbox.flush()

    /** How many events, and bytes of them, wait. */
    public suspend fun journal(): JournalFigures = engine.journal.figures().let { JournalFigures(it.events, it.bytes) }

    /** Events that the server refused for good. */
    public val rejected: SharedFlow<RejectedEvent> get() = engine.outbox.rejections.flow.asSharedFlow()

    /** What the player shares. The channel selects the text: `email`, `sms`, `message`, or `copy` for the link alone. */
    public suspend fun invite(channel: String? = null): Invite {
        val reply = engine.sessions.call("POST", "/v1/invites", channel?.let { mapOf("channel" to it) }.orEmpty())
        val link = reply.map("link") ?: throw ShipmateError.InvalidReply(200)
        val message = reply.map("message")
        val url = link.text("short_link") ?: throw ShipmateError.InvalidReply(200)
        return Invite(
            url, message?.text("body") ?: url, message?.text("subject"), message?.text("html"), link.text("qr_link"),
            reply.text("referral_code").orEmpty(),
        )
    }

    /**
     * A URL that opened the app, of your scheme or a link of yours. The first start claims with it; later it records
     * the referrer of a player without one. Returns what the link carries, and [invitations] gets it too; null where it is
     * none of yours. It is stored first: without a network it throws, and the link is opened later.
     */
    public suspend fun open(url: String): Invitation? = engine.open(url)

    /** Makes the player an account; the uid stays. Throws [ShipmateError.EmailInUse] with an offer to join. */
    public suspend fun link(email: String, password: String): Player = engine.accounts.link(email, password)

    /** Signs in to an account, without joining the player of this install to it. */
    public suspend fun signIn(email: String, password: String): Player = engine.accounts.signIn(email, password)

    /**
     * The cached balances first, then live ones, of the player who is there. They go on over [link], [signIn] and [signOut],
     * until the collector or this handle ends. All collectors share one stream.
     */
    public val balances: Flow<Balances> get() = engine.feed.flow()

    public suspend fun me(): User {
        val user = engine.sessions.call("GET", "/v1/users/me").map("user") ?: throw ShipmateError.InvalidReply(200)
        return User(
            user.text("uid").orEmpty(), user.flag("is_anonymous"), user.text("email"),
            user.text("referral_code").orEmpty(), user.text("referred_by"), user.long("level") ?: 0,
            user.long("highest_level") ?: 0,
        )
    }

    public suspend fun rewards(): List<Reward> = engine.all("/v1/users/me/rewards", "rewards").map {
        Reward(
            it.text("id").orEmpty(), it.text("rule").orEmpty(), it.text("currency").orEmpty(), it.long("amount") ?: 0,
            it.text("status").orEmpty(),
        )
    }

    public suspend fun referrals(): Referrals {
        val counts = engine.sessions.call("GET", "/v1/users/me/referrals?limit=1").map("counts").orEmpty()
        return Referrals(counts.long("referred") ?: 0, counts.long("signed_up") ?: 0, counts.long("rewarded") ?: 0)
    }

    /** Ends the session of this device. An anonymous player returns with the next [start]. */
    public suspend fun signOut(): Unit = engine.accounts.signOut()

    /** Deletes the player: an anonymous one at once, an account some days later. An account needs its password. */
    public suspend fun deleteUser(password: String? = null): Unit = engine.accounts.delete(password)

    /** Checks the app's side; each line says what to do. */
    public suspend fun diagnose(): List<Finding> = engine.diagnosis.run()

    /** Ends background work at once. Without it the work ends after the handle is unreferenced. */
    override fun close(): Unit = engine.close()

    private companion object {
        fun defaultPlatform() = if (System.getProperty("java.vm.name") == "Dalvik") "android" else "desktop"

        fun defaultFolder(host: String): File {
            val name = runCatching { URI(host).host }.getOrNull() ?: "default"
            return File(System.getProperty("user.home"), ".shipmate/$name")
        }
    }
}
