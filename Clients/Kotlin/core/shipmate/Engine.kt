package shipmate

import java.io.File
import java.lang.ref.WeakReference
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel

/** The parts of a handle. Background work holds the parts, not the handle, and stops when the handle is gone. */
internal class Engine(
    host: String,
    folder: () -> File,
    store: SecretStore,
    transport: Transport,
    device: JsonMap,
    bundleId: String?,
    limits: JournalLimits,
    private val now: () -> Long,
    private val random: (Int) -> ByteArray,
    log: (String) -> Unit,
) {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)

    @Volatile
    private var isClosed = false
    private var owner: WeakReference<Shipmate>? = null

    val http = Http(host, transport, now, random, log)
    val vault = Vault(store)
    val sessions = Sessions(vault, http, now, random, log)
    val claims = Claims(vault, http, sessions, device, bundleId, log)
    val openings = Openings(vault, sessions, claims, random, scope, ::isWanted, log)
    val starts = Starts(sessions, claims, openings, http, now, random, scope, ::isWanted, log)
    val journal = Journal(folder, limits, scope, log)
    val outbox = Outbox(folder, journal, sessions, http, random, scope, ::isWanted, log)
    val accounts = Accounts(sessions, starts, outbox, journal, vault, http, now, log)
    val feed = BalanceFeed(sessions, vault, http, random, scope, ::isWanted, log)
    val diagnosis = Diagnosis(http, vault, journal, outbox.rejections) { starts.state }

    init {
        sessions.onEnded = { next -> if (next == null) starts.become(SessionState.SignedOut) else starts.confirmed(next) }
        sessions.settled = starts::settled
    }

    fun ownedBy(handle: Shipmate) {
        owner = WeakReference(handle)
    }

    suspend fun start(given: Opening = Opening(), whenNew: suspend () -> Opening = { given }): Player =
        starts.start(given, whenNew).also { outbox.schedule() }

    suspend fun record(event: Event): String {
        val time = now()
        val id = uuid7(time, random(16))
        val sent = mapOf("id" to id) + event.fields + ("occurred_at" to rfc3339(time))
        val payload = jsonBytes(sent)
        require(payload.size <= EVENT_BYTES_MAX) { "An event has at most $EVENT_BYTES_MAX bytes." }
        journal.append(payload)
        outbox.schedule()
        return id
    }

    suspend fun open(url: String): Invitation? {
        val bytes = openings.keep(Opening(link = url))
        if (sessions.load() == null) starts.settled()
        // A start that ran has claimed it, and its invitation is delivered.
        if (sessions.load() == null || openings.stored()?.contentEquals(bytes) != true) return null
        try {
            return openings.open(bytes)
        } catch (error: ShipmateError) {
            openings.schedule()
            throw error
        }
    }

    /** All pages of a list. */
    suspend fun all(path: String, member: String): List<JsonMap> {
        val items = ArrayList<JsonMap>()
        var cursor: String? = null
        do {
            val page = sessions.call("GET", "$path?limit=200" + cursor?.let { "&cursor=$it" }.orEmpty())
            items.addAll(page.maps(member))
            cursor = page.text("next_cursor")
        } while (cursor != null)
        return items
    }

    fun close() {
        isClosed = true
        feed.close()
        scope.cancel()
    }

    private fun isWanted(): Boolean = !isClosed && owner?.get() != null

    private companion object {
        const val EVENT_BYTES_MAX = 16 * 1024
    }
}
