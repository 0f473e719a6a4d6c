package shipmate

import java.util.concurrent.atomic.AtomicBoolean
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Starts the player: resumes, or claims and signs up. */
internal class Starts(
    private val sessions: Sessions,
    private val claims: Claims,
    private val http: Http,
    private val now: () -> Long,
    private val random: (Int) -> ByteArray,
    private val scope: CoroutineScope,
    private val isWanted: () -> Boolean,
    private val log: (String) -> Unit,
) {
    private val starting = Mutex()
    private val isConfirming = AtomicBoolean()
    val updates = MutableSharedFlow<SessionState>(1, 16, BufferOverflow.DROP_OLDEST)
    val invitations = MutableSharedFlow<Invitation>(1, 1, BufferOverflow.DROP_OLDEST)

    @Volatile
    var state: SessionState = SessionState.NotStarted
        private set

    /** A link that opened the app before its first start. */
    @Volatile
    var openedEarly: String? = null

    suspend fun start(opening: suspend () -> Opening): Player = starting.withLock {
        (state as? SessionState.Confirmed)?.let { return@withLock it.player }
        val session = sessions.load()
        if (session != null) return@withLock resume(session)
        if (sessions.endedUid() != null) {
            become(SessionState.SignedOut)
            throw ShipmateError.SignedOut()
        }
        signUp(opening)
    }

    suspend fun confirmed(session: Session): Player {
        val player = Player(session.uid, session.isAnonymous, claims.stored())
        become(SessionState.Confirmed(player))
        return player
    }

    suspend fun become(next: SessionState) {
        val isSame = next.value == state.value && next.uid == state.uid
        state = next
        if (!isSame) updates.emit(next)
    }

    private suspend fun resume(session: Session): Player {
        val player = Player(session.uid, session.isAnonymous, claims.stored())
        become(SessionState.Cached(player))
        claims.undelivered()?.let { invitations.emit(it) }
        confirmInBackground()
        return player
    }

    private suspend fun signUp(opening: suspend () -> Opening): Player {
        val install = sessions.install()
        val receipt = claims.receipt(install) { withEarly(opening()) }
        val body = if (receipt == null) emptyMap() else mapOf("claim" to receipt)
        val reply = http.send("POST", "/v1/users", body, key = install)
        val session = sessions.begin(Session.ofUser(reply, now()))
        claims.forgetReceipt()
        openedEarly = null
        claims.undelivered()?.let { invitations.emit(it) }
        return confirmed(session)
    }

    private fun withEarly(opening: Opening) = if (opening.link != null || openedEarly == null) opening else
        Opening(openedEarly, opening.clickId, opening.installReferrer, opening.clipboard)

    private fun confirmInBackground() {
        if (!isConfirming.compareAndSet(false, true)) return
        scope.launch {
            try {
                confirmUntilReached()
            } finally {
                isConfirming.set(false)
            }
        }
    }

    private suspend fun confirmUntilReached() {
        val backOff = BackOff(random, millisecondsFirst = 1_000)
        while (isWanted() && state is SessionState.Cached) {
            try {
                confirm()
                return
            } catch (_: ShipmateError.SignedOut) {
                return
            } catch (error: ShipmateError) {
                log("not confirmed: ${error.message}")
            }
            delay(backOff.pauseMilliseconds())
        }
    }

    private suspend fun confirm() {
        val before = sessions.fresh()
        val user = sessions.call("GET", "/v1/users/me").map("user") ?: throw ShipmateError.InvalidReply(200)
        val session = sessions.current() ?: before
        if (session.isAnonymous && !user.flag("is_anonymous")) log("the user has become an account elsewhere")
        if (user.flag("is_anonymous")) sessions.unmarkLink()
        confirmed(session)
    }
}
