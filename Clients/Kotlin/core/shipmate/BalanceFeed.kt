package shipmate

import java.io.IOException
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.takeWhile
import kotlinx.coroutines.withTimeoutOrNull

/** Balances: the cache first, then the user's stream; long polling where streams don't come through. */
internal class BalanceFeed(
    private val sessions: Sessions,
    private val starts: Starts,
    private val vault: Vault,
    private val http: Http,
    private val random: (Int) -> ByteArray,
    private val isWanted: () -> Boolean,
    private val log: (String) -> Unit,
) {
    fun flow(): Flow<Balances> = flow { Following(this).run() }

    /** One collector's place. */
    private inner class Following(private val out: FlowCollector<Balances>) {
        private var uid: String? = null
        private var amounts: Map<String, Long> = emptyMap()
        private var lastEventId: String? = null
        private var cursor: String? = null
        private var hasHeard = false
        private val backOff = BackOff(random, millisecondsFirst = 1_000, millisecondsMax = 30_000)

        suspend fun run() {
            showCache()
            var silent = 0
            while (isWanted()) {
                if (!awaitSession()) continue
                hasHeard = false
                try {
                    if (silent < SILENT_MAX) stream() else poll()
                } catch (_: ShipmateError.SignedOut) {
                    return
                } catch (error: ShipmateError) {
                    log("balances: ${error.message}")
                }
                silent = if (hasHeard) 0 else silent + 1
                // Streams get another chance after some rounds of polling.
                if (silent > SILENT_MAX + POLLS_MAX) silent = 0
                if (hasHeard) backOff.reset() else delay(backOff.pauseMilliseconds())
            }
        }

        private suspend fun showCache() {
            val cache = vault.readMap(Vault.BALANCES) ?: return
            val session = sessions.current() ?: return
            if (cache.text("uid") != session.uid) return
            amounts = amounts(cache)
            out.emit(Balances(amounts, Balances.Source.CACHED))
        }

        private suspend fun awaitSession(): Boolean {
            if (sessions.current() != null) return true
            return withTimeoutOrNull(CHECK_MILLISECONDS) { starts.updates.first { it.uid != null } } != null
        }

        private suspend fun session(): Session {
            val session = sessions.fresh()
            if (session.uid != uid) {
                uid = session.uid
                lastEventId = null
                cursor = null
            }
            return session
        }

        private suspend fun stream() {
            val session = session()
            val events = ServerEvents()
            var end: ServerEvent? = null
            try {
                http.lines("/v1/users/me/stream", session.accessToken, lastEventId).takeWhile { line ->
                    val event = events.read(line)
                    if (event != null) use(event)
                    if (event?.name == "end") end = event
                    isWanted() && event?.name != "renew" && end == null
                }.collect {}
            } catch (refused: StreamRefused) {
                afterRefusal(refused, session)
            } catch (error: IOException) {
                throw ShipmateError.Offline(error)
            }
            if (end?.data.orEmpty().contains("unauthenticated")) sessions.refreshed(session.accessToken)
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
            session()
            val query = cursor?.let { "?after=$it&wait=25" } ?: ""
            val page = sessions.call("GET", "/v1/users/me/changes$query")
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
            out.emit(Balances(fresh, Balances.Source.LIVE))
        }

        private fun amounts(map: JsonMap): Map<String, Long> =
            map.map("balances").orEmpty().mapNotNull { (name, value) -> (value as? Long)?.let { name to it } }.toMap()
    }

    private companion object {
        const val SILENT_MAX = 2
        const val POLLS_MAX = 20
        const val CHECK_MILLISECONDS = 5_000L
    }
}
