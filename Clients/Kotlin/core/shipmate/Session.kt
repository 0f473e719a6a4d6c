package shipmate

/** A session as the store has it. */
internal class Session(
    val uid: String,
    val isAnonymous: Boolean,
    val refreshToken: String,
    val accessToken: String,
    /** Seconds since 1970, by this device's clock. */
    val accessExpiresAt: Long,
    /** Stored before a refresh is sent, and repeated with the same token. */
    val attempt: String? = null,
    /** [LINK], where one may have ended the session although its reply was lost. */
    val pending: String? = null,
) {
    val bytes: ByteArray by lazy {
        val optional = listOf("attempt" to attempt, "pending" to pending).filter { it.second != null }
        val required = mapOf(
            "uid" to uid, "kind" to if (isAnonymous) "anonymous" else "account", "refresh_token" to refreshToken,
            "access_token" to accessToken, "access_expires_at" to accessExpiresAt,
        )
        jsonBytes(required + optional)
    }

    fun endsSoon(now: Long): Boolean = accessExpiresAt * 1_000 - now < MARGIN_MILLISECONDS

    fun withAttempt(attempt: String): Session =
        Session(uid, isAnonymous, refreshToken, accessToken, accessExpiresAt, attempt, pending)

    fun withPending(pending: String?): Session =
        Session(uid, isAnonymous, refreshToken, accessToken, accessExpiresAt, attempt, pending)

    companion object {
        const val LINK = "link"
        private const val MARGIN_MILLISECONDS = 60_000L

        fun read(bytes: ByteArray): Session? {
            val map = JsonReader.readMap(String(bytes)) ?: return null
            return Session(
                map.text("uid") ?: return null, map.text("kind") != "account", map.text("refresh_token") ?: return null,
                map.text("access_token") ?: return null, map.long("access_expires_at") ?: 0, map.text("attempt"),
                map.text("pending"),
            )
        }

        /** From the member `session` of a reply. */
        fun of(reply: JsonMap, uid: String, isAnonymous: Boolean, now: Long): Session {
            val session = reply.map("session") ?: throw ShipmateError.InvalidReply(200)
            val access = session.text("access_token") ?: throw ShipmateError.InvalidReply(200)
            val refresh = session.text("refresh_token") ?: throw ShipmateError.InvalidReply(200)
            val expires = now / 1_000 + (session.long("expires_in") ?: 0)
            return Session(uid, isAnonymous, refresh, access, expires)
        }

        /** From a reply with the members `user` and `session`. */
        fun ofUser(reply: JsonMap, now: Long): Session {
            val user = reply.map("user") ?: throw ShipmateError.InvalidReply(200)
            val uid = user.text("uid") ?: throw ShipmateError.InvalidReply(200)
            return of(reply, uid, user.flag("is_anonymous"), now)
        }
    }
}
