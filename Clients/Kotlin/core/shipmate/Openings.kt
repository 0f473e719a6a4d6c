package shipmate

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withTimeoutOrNull

/**
 * Links that opened the app. Each is stored before the first call: a new player claims it with the sign-up, and one who
 * exists opens it, also after a kill.
 */
internal class Openings(
    private val vault: Vault,
    private val sessions: Sessions,
    private val claims: Claims,
    private val random: (Int) -> ByteArray,
    private val scope: CoroutineScope,
    private val isWanted: () -> Boolean,
    private val log: (String) -> Unit,
) {
    private val opening = Mutex()
    private val waiting = Background(scope) { openUntilReached() }

    /** What this process was started with: a start that is repeated opens nothing twice. */
    @Volatile
    private var started: String? = null

    /** What was opened last, for a caller who waited meanwhile. */
    private var last: Pair<String, Invitation?>? = null
    val invitations = MutableSharedFlow<Invitation>(1, 1, BufferOverflow.DROP_OLDEST)

    /** Stores the link of a start. */
    suspend fun begin(given: Opening) {
        val name = given.link ?: given.clickId ?: return
        if (name == started) return
        keep(given)
        started = name
    }

    /** Stores an opening, and returns what is stored. A newer one takes the place of one that waits. */
    suspend fun keep(given: Opening): ByteArray {
        val known = vault.read(Vault.OPENING)
        if (known != null && Opening.read(known).let { it.link == given.link && it.clickId == given.clickId }) return known
        val bytes = jsonBytes(given.members + ("key" to base64Url(random(32))))
        vault.put(Vault.OPENING, bytes)
        return bytes
    }

    suspend fun stored(): ByteArray? = vault.read(Vault.OPENING)

    /** The receipt of a new player's claim. */
    suspend fun receipt(install: String, given: suspend () -> Opening): String? {
        claims.storedReceipt()?.let { return it }
        val found = given()
        val bytes = stored()
        val receipt = claims.receipt(install, bytes?.let { found.or(Opening.read(it)) } ?: found)
        if (bytes != null) forget(bytes)
        return receipt
    }

    /** Opens what waits, soon and until the server was reached. */
    fun schedule() = waiting.ask()

    /** A start doesn't wait long: the flow has a later invitation. */
    suspend fun openSoon(): Invitation? {
        val bytes = stored() ?: return null
        val opened = scope.async { runCatching { open(bytes) }.getOrNull() }
        schedule()
        return withTimeoutOrNull(START_MILLISECONDS_MAX) { opened.await() }
    }

    /** For a player who exists. */
    suspend fun open(bytes: ByteArray): Invitation? = opening.withLock {
        val text = String(bytes)
        last?.takeIf { it.first == text }?.let { return it.second }
        val kept = JsonReader.readMap(text).orEmpty()
        val found = Opening.read(bytes).let { Opening(it.link, it.clickId) }
        val key = kept.text("key") ?: base64Url(random(32))
        val invitation = try {
            if (found.isEmpty) null else claims.open(found, key)
        } catch (problem: ShipmateError.Problem) {
            if (!problem.isTemporary) forget(bytes)
            throw problem
        }
        if (forget(bytes) && invitation != null) invitations.emit(invitation)
        last = text to invitation
        invitation
    }

    /** False where another process has opened it meanwhile. */
    private suspend fun forget(bytes: ByteArray): Boolean =
        vault.compareAndPut(Vault.OPENING, bytes, null) || stored() != null

    private suspend fun openUntilReached() {
        val backOff = BackOff(random, millisecondsFirst = 1_000)
        while (isWanted() && sessions.current() != null) {
            val bytes = stored() ?: return
            try {
                open(bytes)
            } catch (_: ShipmateError.SignedOut) {
                return
            } catch (error: ShipmateError) {
                log("a link waits: ${error.message}")
                delay(backOff.pauseMilliseconds().coerceAtLeast(PAUSE_MILLISECONDS_MIN))
            }
        }
    }

    private companion object {
        const val START_MILLISECONDS_MAX = 2_000L
        const val PAUSE_MILLISECONDS_MIN = 1_000L
    }
}
