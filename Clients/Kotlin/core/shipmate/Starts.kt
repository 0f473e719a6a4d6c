package shipmate

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Starts the player: resumes, or claims and signs up. */
internal class Starts(
    private val sessions: Sessions,
    private val claims: Claims,
    private val openings: Openings,
    private val http: Http,
    private val now: () -> Long,
    private val random: (Int) -> ByteArray,
    scope: CoroutineScope,
    private val isWanted: () -> Boolean,
    private val log: (String) -> Unit,
) {
    private val starting = Mutex()
    private val confirming = Background(scope) { confirmUntilReached() }
    val updates = MutableSharedFlow<SessionState>(1, 16, BufferOverflow.DROP_OLDEST)

    @Volatile
    var state: SessionState = SessionState.NotStarted
        private set

    /** The opening of [whenNew] is asked for only where the player is new. */
    suspend fun start(given: Opening, whenNew: suspend () -> Opening): Player {
        try {
            openings.begin(given)
        } catch (error: ShipmateError.Storage) {
            log("the link is not stored: ${error.message}")
        }
        val player = starting.withLock { started(whenNew) }
        val invitation = openings.openSoon() ?: return player
        return Player(player.uid, player.isAnonymous, invitation)
    }

    /** Waits for a start that is under way: it may make the session of a call. */
    suspend fun settled() = starting.withLock {}

    private suspend fun started(whenNew: suspend () -> Opening): Player {
        (state as? SessionState.Confirmed)?.let { return it.player }
        val session = sessions.load()
        if (session != null) return resume(session)
        if (sessions.endedUid() != null) {
            become(SessionState.SignedOut)
            throw ShipmateError.SignedOut()
        }
        return signUp(whenNew)
    }

    suspend fun confirmed(session: Session): Player {
        val player = Player(session.uid, session.isAnonymous, claims.stored())
        become(SessionState.Confirmed(player))
        openings.schedule()
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
        claims.undelivered()?.let { openings.invitations.emit(it) }
        confirming.ask()
        return player
    }

    private suspend fun signUp(opening: suspend () -> Opening): Player {
        val install = sessions.install()
        val receipt = openings.receipt(install, opening)
        val body = if (receipt == null) emptyMap() else mapOf("claim" to receipt)
        val reply = http.send("POST", "/v1/users", body, key = install)
        val session = sessions.begin(Session.ofUser(reply, now()))
        claims.forgetReceipt()
        claims.undelivered()?.let { openings.invitations.emit(it) }
        return confirmed(session)
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
