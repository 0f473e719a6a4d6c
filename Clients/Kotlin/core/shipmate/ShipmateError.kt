package shipmate

import java.io.IOException

/** All that a call can fail with. [type] is the stable name; no message has a token, a secret or an e-mail. */
public sealed class ShipmateError(public val type: String, message: String, cause: Throwable? = null) :
    Exception(message, cause) {

    /** The server can't be reached. What was recorded stays, and is sent later. */
    public class Offline(cause: IOException) :
        ShipmateError("offline", "The server can't be reached: ${cause.javaClass.simpleName}.")

    /**
     * A problem of the server ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). Decide by [type], a name of
     * Documentation/reference/Errors.md without `/problems/`; by [status] for a type that you don't know.
     */
    public class Problem internal constructor(
        type: String,
        public val status: Int,
        public val title: String,
        public val requestId: String?,
        /** Seconds to wait before the next try, where the server says so. */
        public val retryAfter: Long?,
        /** All members of the reply, such as `errors`, `detail` or `uid`. */
        public val members: Map<String, Any?>,
    ) : ShipmateError(type, "$status $type${requestId?.let { " ($it)" } ?: ""}") {
        /** The same call may succeed later. */
        internal val isTemporary get() = isTemporary(status)
    }

    /** Another account has this e-mail. Ask the player, then call [MergeOffer.accept]. */
    public class EmailInUse internal constructor(public val offer: MergeOffer) :
        ShipmateError("email-already-in-use", "Another account has this e-mail. Accept the offer to join it.")

    /** The account's session has ended. Let the player sign in; [Shipmate.signOut] and [Shipmate.start] give a new player. */
    public class SignedOut : ShipmateError("signed-out", "The session has ended. Sign in again.")

    /** There is no player yet: call [Shipmate.start] first. */
    public class NotStarted : ShipmateError("not-started", "There is no player yet. Call start first.")

    /** The journal has as many events or bytes as its limits allow. This event was not recorded. */
    public class JournalFull : ShipmateError("journal-full", "The journal is full. Send its events first: flush.")

    /** The disk, or the store of secrets, refused. Nothing before is lost. */
    public class Storage(cause: Exception) :
        ShipmateError("storage", "The storage failed: ${cause.javaClass.simpleName}.", cause)

    /** The reply isn't one of this service, such as a page of a hotel's network. */
    public class InvalidReply(public val status: Int) :
        ShipmateError("invalid-reply", "The reply ($status) isn't one of Shipmate.")
}

internal fun isTemporary(status: Int): Boolean = status == 408 || status == 429 || status >= 500
