package shipmate

/** The player of this install. */
public class Player internal constructor(
    public val uid: String,
    public val isAnonymous: Boolean,
    /** The invitation that brought the player, if there was one. */
    public val invitation: Invitation?,
) {
    override fun toString(): String = "Player($uid)"
}

/** What the server knows of the player. */
public class User internal constructor(
    public val uid: String,
    public val isAnonymous: Boolean,
    public val email: String?,
    public val referralCode: String,
    /** The referrer's uid. */
    public val referredBy: String?,
    public val level: Long,
    public val highestLevel: Long,
) {
    override fun toString(): String = "User($uid)"
}

/** How far the session is known to be valid. */
public sealed class SessionState(public val value: String) {
    public object NotStarted : SessionState("not-started")

    /** From the store; the server has not confirmed it yet. */
    public class Cached(public val player: Player) : SessionState("cached")
    public class Confirmed(public val player: Player) : SessionState("confirmed")
    public object SignedOut : SessionState("signed-out")

    public val uid: String? get() = (this as? Cached)?.player?.uid ?: (this as? Confirmed)?.player?.uid
}

/** Who invited the player, and what the link carried. */
public class Invitation internal constructor(
    /** `unique` is certain; `default` and `weak` are guesses. */
    public val match: String,
    public val referralCode: String?,
    /** For `unique` matches alone. */
    public val inviter: Inviter?,
    public val link: OpenedLink?,
)

public class Inviter internal constructor(
    public val fullName: String?,
    public val shortName: String?,
    public val imageUrl: String?,
)

/** A link of yours that opened the app. */
public class OpenedLink internal constructor(
    /** The payload: the page of the app to show. */
    public val link: String?,
    public val data: Map<String, Any?>?,
    public val shortLink: String?,
)

/** What to share. */
public class Invite internal constructor(
    public val url: String,
    public val text: String,
    public val subject: String?,
    public val html: String?,
    public val qrUrl: String?,
    public val referralCode: String,
)

/** Balances by currency, of the player [uid]: null where there is no player. */
public class Balances internal constructor(
    private val amounts: Map<String, Long>,
    public val source: Source,
    public val uid: String?,
) {
    public enum class Source { LIVE, CACHED }

    public operator fun get(currency: String): Long = amounts[currency] ?: 0

    public val byCurrency: Map<String, Long> get() = amounts
}

public class Reward internal constructor(
    public val id: String,
    public val rule: String,
    public val currency: String,
    public val amount: Long,
    /** `paid`, `held`, `void` or `reversed`; more may come. */
    public val status: String,
)

/** Friends whom the player referred. */
public class Referrals internal constructor(
    public val referred: Long,
    public val signedUp: Long,
    public val rewarded: Long,
)

/** An event that the server refused for good. It is kept in `events.rejected`. */
public class RejectedEvent internal constructor(public val id: String, public val type: String, public val status: Int)

/** What a [Shipmate.flush] did. */
public class Flushed internal constructor(public val sent: Int, public val left: Int)

/** What waits in the journal. */
public class JournalFigures internal constructor(public val events: Int, public val bytes: Long)

/** The journal's bounds. Past them [Shipmate.record] throws [ShipmateError.JournalFull]. */
public class JournalLimits(public val events: Int = 10_000, public val bytes: Long = 4L * 1024 * 1024)

/** What a first start can claim an invitation with. A player who exists opens [link] or [clickId]. */
public class Opening(
    public val link: String? = null,
    public val clickId: String? = null,
    public val installReferrer: String? = null,
    public val clipboard: String? = null,
) {
    internal val isEmpty get() = link == null && clickId == null && installReferrer == null && clipboard == null

    internal val members: JsonMap
        get() = mapOf(
            "link" to link, "link_click_id" to clickId, "install_referrer" to installReferrer, "clipboard" to clipboard,
        ).filterValues { it != null }

    /** What [other] has goes along where this one has none. */
    internal fun or(other: Opening) = Opening(
        link ?: other.link, clickId ?: other.clickId, installReferrer ?: other.installReferrer,
        clipboard ?: other.clipboard,
    )

    internal companion object {
        fun read(bytes: ByteArray): Opening = JsonReader.readMap(String(bytes)).orEmpty().let {
            Opening(it.text("link"), it.text("link_click_id"), it.text("install_referrer"), it.text("clipboard"))
        }
    }
}

/** A line of [Shipmate.diagnose]. [fix] says what to do where [isOk] is false. */
public class Finding internal constructor(
    public val check: String,
    public val isOk: Boolean,
    public val detail: String,
    public val fix: String?,
)
