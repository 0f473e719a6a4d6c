package shipmate

import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.update
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** The session: sends calls with its access token, and refreshes it, once at a time. */
internal class Sessions(
    private val vault: Vault,
    private val http: Http,
    private val now: () -> Long,
    private val random: (Int) -> ByteArray,
    private val log: (String) -> Unit,
) {
    private val refreshing = Mutex()

    @Volatile
    private var known: Session? = null

    /** The access token that this process got last. */
    @Volatile
    private var renewedToken: String? = null

    /** A marked link of this run may be under way. */
    private var hasMarked = false

    /** A call that ends the session is under way. It finds out by itself whether it was carried out. */
    @Volatile
    var isEnding = false

    /** Counts the changes from a player to another one, or to none. */
    val changes = MutableStateFlow(0)

    /** Waits for a start that is under way. */
    var settled: suspend () -> Unit = {}

    /** Called when the session has ended: with the one that replaces it, if there is one. */
    var onEnded: suspend (Session?) -> Unit = {}

    suspend fun current(): Session? = known ?: load()

    /** What the store has. A value that can't be read counts as none: the install's secret brings the user back. */
    suspend fun load(): Session? {
        known = vault.read(Vault.SESSION)?.let(Session::read)
        return known
    }

    /** The install's secret, which is durable before it is first sent. */
    suspend fun install(): String {
        while (true) {
            vault.read(Vault.INSTALL)?.let { return String(it) }
            vault.compareAndPut(Vault.INSTALL, null, base64Url(random(32)).toByteArray())
        }
    }

    /** Stores the session of a sign-up, unless another process was faster. */
    suspend fun begin(session: Session): Session {
        val unreadable = vault.read(Vault.SESSION)?.takeIf { Session.read(it) == null }
        vault.compareAndPut(Vault.SESSION, unreadable, session.bytes)
        return (load() ?: throw ShipmateError.SignedOut()).also { changed() }
    }

    fun changed() = changes.update { it + 1 }

    suspend fun replace(session: Session) {
        vault.put(Vault.SESSION, session.bytes)
        vault.delete(Vault.ENDED)
        known = session
    }

    suspend fun forget() {
        vault.delete(Vault.SESSION)
        vault.delete(Vault.ENDED)
        known = null
        changed()
    }

    /** Marks a link, which may end the session although its reply is lost; null unmarks. Returns the session. */
    suspend fun mark(pending: String?): Session = refreshing.withLock {
        val session = load() ?: throw missing()
        hasMarked = true
        if (session.pending != pending) replace(session.withPending(pending))
        session
    }

    /** The server has no e-mail of the player: the link of an earlier run was not carried out. */
    suspend fun unmarkLink(): Unit = refreshing.withLock {
        val bytes = vault.read(Vault.SESSION) ?: return
        val session = Session.read(bytes)
        if (hasMarked || session?.pending != Session.LINK) return
        vault.compareAndPut(Vault.SESSION, bytes, session.withPending(null).bytes)
        load()
    }

    /**
     * A call of the player. After a 401 it is made once more with a refreshed session. If that one came from another
     * process, it may have expired as well, and is refreshed too.
     */
    suspend fun call(method: String, path: String, body: JsonMap? = null): JsonMap {
        var session = fresh()
        for (round in 1..ROUNDS_MAX) {
            try {
                return http.send(method, path, body, session.accessToken)
            } catch (problem: ShipmateError.Problem) {
                if (problem.type == "merged") throw over(session)
                if (!problem.isUnauthenticated || round > 1 && session.accessToken == renewedToken) throw problem
                session = refreshed(session.accessToken)
            }
        }
        return http.send(method, path, body, session.accessToken)
    }

    /** The session, with an access token that is valid for another minute. */
    suspend fun fresh(): Session {
        val session = current() ?: started() ?: throw missing()
        return if (session.endsSoon(now())) refreshed(session.accessToken) else session
    }

    private suspend fun started(): Session? {
        settled()
        return current()
    }

    /** Another session than the one of [token], which was refused or ends soon. */
    suspend fun refreshed(token: String): Session = refreshing.withLock {
        val stored = load() ?: throw missing()
        if (stored.accessToken != token && !stored.endsSoon(now())) stored else refresh(stored)
    }

    private suspend fun refresh(stored: Session): Session {
        val sent = withAttempt(stored)
        // Another process was faster.
        if (sent.refreshToken != stored.refreshToken) return sent
        val body = mapOf("refresh_token" to sent.refreshToken, "attempt" to sent.attempt)
        val reply = try {
            http.send("POST", "/v1/sessions/refresh", body)
        } catch (error: ShipmateError) {
            val current = load()
            if (current != null && current.refreshToken != sent.refreshToken) return current
            val problem = error as? ShipmateError.Problem
            if (problem?.type == "merged") throw over(sent)
            if (problem?.isUnauthenticated != true) throw error
            return afterEnd(sent)
        }
        val successor = Session.of(reply, sent.uid, sent.isAnonymous, now()).withPending(sent.pending)
        renewedToken = successor.accessToken
        return swap(sent, successor) ?: throw ShipmateError.SignedOut()
    }

    /** The stored session with an attempt, which is durable before it is sent. */
    private suspend fun withAttempt(stored: Session): Session {
        while (true) {
            val bytes = vault.read(Vault.SESSION) ?: throw missing()
            val session = Session.read(bytes) ?: stored
            if (session.attempt != null || session.refreshToken != stored.refreshToken) return session
            val next = session.withAttempt(base64Url(random(16)))
            if (vault.compareAndPut(Vault.SESSION, bytes, next.bytes)) return next
        }
    }

    /** Writes [next] only if the stored token is still the one of [sent]. Returns what is stored then. */
    private suspend fun swap(sent: Session, next: Session?): Session? {
        while (true) {
            val bytes = vault.read(Vault.SESSION) ?: break
            if (Session.read(bytes)?.refreshToken != sent.refreshToken) break
            if (vault.compareAndPut(Vault.SESSION, bytes, next?.bytes)) break
        }
        return load()
    }

    /** An anonymous user returns by the install's secret; an account signs in again. */
    private suspend fun afterEnd(ended: Session): Session {
        log("the session has ended")
        if (!ended.isAnonymous || ended.pending != null || isEnding) {
            throw if (isEnding) ShipmateError.SignedOut() else over(ended)
        }
        val reply = http.send("POST", "/v1/users", emptyMap(), key = install())
        val session = Session.ofUser(reply, now())
        renewedToken = session.accessToken
        val next = swap(ended, session) ?: throw ShipmateError.SignedOut()
        if (next.uid != ended.uid) changed()
        return next.also { onEnded(it) }
    }

    /** Deletes the session of an account, or of a player who was merged into one: the player has to sign in. */
    private suspend fun over(ended: Session): ShipmateError.SignedOut {
        vault.put(Vault.ENDED, ended.uid.toByteArray())
        if (swap(ended, null) == null) onEnded(null)
        changed()
        return ShipmateError.SignedOut()
    }

    /** The player whose session ended, until another one is stored or the player signs out. */
    suspend fun endedUid(): String? = vault.read(Vault.ENDED)?.let { String(it) }

    private suspend fun missing() = if (endedUid() != null) ShipmateError.SignedOut() else ShipmateError.NotStarted()

    private companion object {
        const val ROUNDS_MAX = 2
    }
}

internal val ShipmateError.Problem.isUnauthenticated: Boolean get() = status == 401 && type == "unauthenticated"
