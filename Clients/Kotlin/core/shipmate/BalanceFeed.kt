package shipmate

import java.io.IOException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.collectLatest
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.filterNotNull
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.flow.shareIn
import kotlinx.coroutines.flow.takeWhile

/**
 * The player's balances for all collectors of a handle: the cache first, then the user's stream; long polling where streams
 * don't come through. It belongs to one player: where the session changes, it begins anew.
 */
internal class BalanceFeed(
    private val sessions: Sessions,
    private val vault: Vault,
    private val http: Http,
    private val random: (Int) -> ByteArray,
    scope: CoroutineScope,
    private val isWanted: () -> Boolean,
    private val log: (String) -> Unit,
) {
    private val isOver = MutableStateFlow(false)
    private val shared = channelFlow<Balances?> {
        var shown: Balances? = null
        sessions.changes.collectLatest {
            Following(shown) { balances ->
                shown = balances
                send(balances)
            }.run()
        }
    }.shareIn(scope, SharingStarted.WhileSubscribed(replayExpirationMillis = 0), replay = 1)

    fun flow(): Flow<Balances> = merge(shared, isOver.filter { it }.map { null }).takeWhile { it != null }.filterNotNull()

    fun close() {
        isOver.value = true
    }

    /** One player's place. */
    private inner class Following(private val shown: Balances?, private val emit: suspend (Balances) -> Unit) {
        private var uid: String? = null
        private var amounts: Map<String, Long> = emptyMap()
        private var lastEventId: String? = null
        private var cursor: String? = null
        private var hasHeard = false
        private val backOff = BackOff(random, millisecondsFirst = 1_000, millisecondsMax = 30_000)

        suspend fun run() {
            uid = sessions.load()?.uid
            if (shown != null && shown.uid != uid) emit(Balances(emptyMap(), Balances.Source.CACHED, uid))
            if (shown == null) showCache()
            var silent = 0
            while (isWanted()) {
                val began = System.nanoTime()
                val isStream = silent < SILENT_MAX
                hasHeard = false
                try {
                    if (uid == null) delay(CHECK_MILLISECONDS) else if (isStream) stream() else poll()
                } catch (_: EndOfStream) {
                    // Only this stream ended: the session has too many. Another one would end that of another handle.
                    silent = SILENT_MAX
                    hasHeard = false
                } catch (error: ShipmateError) {
                    log("balances: ${error.message}")
                }
                // Another process has signed in or out.
                if (sessions.load()?.uid != uid) return sessions.changed()
                silent = if (isStream && hasHeard) 0 else silent + 1
                // Streams get another chance after some rounds of polling.
                if (silent > SILENT_MAX + POLLS_MAX) silent = 0
                pause(began)
            }
            close()
        }

        /** At most one connection a second, and fewer after failures. */
        private suspend fun pause(began: Long) {
            if (uid == null) return
            val least = PAUSE_MILLISECONDS_MIN - (System.nanoTime() - began) / 1_000_000
            if (hasHeard) backOff.reset()
            delay(least.coerceAtLeast(if (hasHeard) 0 else backOff.pauseMilliseconds()))
        }

        private suspend fun showCache() {
            val cache = vault.readMap(Vault.BALANCES) ?: return
            if (uid == null || cache.text("uid") != uid) return
            amounts = amounts(cache)
            emit(Balances(amounts, Balances.Source.CACHED, uid))
        }

        /** Null where another process has signed in: the feed begins anew. */
        private suspend fun session(): Session? = sessions.fresh().takeIf { it.uid == uid }

        private suspend fun stream() {
            val session = session() ?: return
            val events = ServerEvents()
            var end: ServerEvent? = null
            try {
                http.lines("/v1/users/me/stream", session.accessToken, lastEventId).takeWhile { line ->
                    val event = events.read(line)
                    if (event?.name == "end" || event?.name == "renew") end = event
                    val isOurs = isWanted() && sessions.load()?.uid == uid
                    if (event != null && isOurs) use(event)
                    isOurs && end == null
                }.collect {}
            } catch (refused: StreamRefused) {
                afterRefusal(refused, session)
            } catch (error: IOException) {
                throw ShipmateError.Offline(error)
            }
            val last = end ?: return
            if (last.name == "end" && !last.data.contains("unauthenticated")) throw EndOfStream()
            sessions.refreshed(session.accessToken)
        }

        private suspend fun afterRefusal(refused: StreamRefused, session: Session) {
            val error = http.problem(refused.reply)
            if (error !is ShipmateError.Problem || !error.isUnauthenticated) throw error
            sessions.refreshed(session.accessToken)
        }

        private suspend fun use(event: ServerEvent) {
            hasHeard = true
            lastEventId = event.id ?: lastEventId
            val data = JsonReader.readMap(event.data) ?: return
            when (event.name) {
                "state" -> show(amounts(data))
                "balance" -> change(data)
            }
        }

        private suspend fun poll() {
            val session = session() ?: return
            val query = cursor?.let { "?after=$it&wait=25" } ?: ""
            val page = try {
                http.send("GET", "/v1/users/me/changes$query", token = session.accessToken)
            } catch (problem: ShipmateError.Problem) {
                // Another call finds out that the player was merged, and asks to sign in.
                if (problem.type == "merged") sessions.call("GET", "/v1/users/me")
                if (!problem.isUnauthenticated) throw problem
                sessions.refreshed(session.accessToken)
                return
            }
            hasHeard = true
            page.map("state")?.let { show(amounts(it)) }
            for (change in page.maps("changes")) if (change.text("type") == "balance.changed") change(change)
            cursor = page.text("next_cursor")
        }

        private suspend fun change(change: JsonMap) {
            val data = change.map("data") ?: return
            val currency = data.text("currency") ?: return
            show(amounts + (currency to (data.long("balance") ?: return)))
        }

        private suspend fun show(fresh: Map<String, Long>) {
            amounts = fresh
            vault.put(Vault.BALANCES, jsonBytes(mapOf("uid" to uid, "balances" to fresh)))
            emit(Balances(fresh, Balances.Source.LIVE, uid))
        }

        private fun amounts(map: JsonMap): Map<String, Long> =
            map.map("balances").orEmpty().mapNotNull { (name, value) -> (value as? Long)?.let { name to it } }.toMap()
    }

    private class EndOfStream : Exception()

    private companion object {
        const val SILENT_MAX = 2
        const val POLLS_MAX = 20
        const val CHECK_MILLISECONDS = 5_000L
        const val PAUSE_MILLISECONDS_MIN = 1_000L
    }
}
