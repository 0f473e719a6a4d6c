package shipmate

import java.io.IOException
import java.text.SimpleDateFormat
import java.util.Locale
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.withTimeoutOrNull

/** Makes calls: JSON in and out, retries, errors by their type. */
internal class Http(
    val host: String,
    private val transport: Transport,
    private val now: () -> Long,
    private val random: (Int) -> ByteArray,
    private val log: (String) -> Unit,
) {
    @Volatile
    var lastError: String? = null
        private set

    /** The server's clock less ours, of the last reply. */
    @Volatile
    var skewMilliseconds: Long? = null
        private set

    /** Repeats what failed for a moment, unchanged. The transport may do so too: Java's sends a call again by itself. */
    suspend fun send(method: String, path: String, body: JsonMap? = null, token: String? = null, key: String? = null):
        JsonMap {
        val request = request(method, path, body, token, key)
        val backOff = BackOff(random)
        var tries = 1
        while (true) {
            try {
                return once(request)
            } catch (error: ShipmateError) {
                lastError = "$method ${path.substringBefore('?')}: ${error.message}"
                log("try $tries failed: $lastError")
                val pause = pauseMilliseconds(error, backOff)
                if (pause == null || tries == TRIES_MAX) throw error
                delay(pause)
            }
            tries += 1
        }
    }

    fun lines(path: String, token: String, lastEventId: String?): Flow<String> {
        val more = lastEventId?.let { mapOf("Last-Event-ID" to it) }.orEmpty()
        val fields = mapOf("Authorization" to "Bearer $token", "Accept" to "text/event-stream") + more
        return transport.lines(Request("GET", host + path, fields, null))
    }

    /** A reply that isn't 2xx as an error. */
    fun problem(reply: Reply): ShipmateError {
        val members = JsonReader.readMap(String(reply.body))
        val type = members?.text("type")?.substringAfterLast('/')
        if (type == null && !isTemporary(reply.status)) return ShipmateError.InvalidReply(reply.status)
        return ShipmateError.Problem(
            type ?: "unavailable", reply.status, members?.text("title") ?: "", members?.text("request_id"),
            reply.field("retry-after")?.trim()?.toLongOrNull(), members.orEmpty(),
        )
    }

    private fun request(method: String, path: String, body: JsonMap?, token: String?, key: String?): Request {
        val fields = HashMap<String, String>()
        fields["Accept"] = "application/json"
        if (body != null) fields["Content-Type"] = "application/json"
        if (token != null) fields["Authorization"] = "Bearer $token"
        if (key != null) fields["Idempotency-Key"] = key
        return Request(method, host + path, fields, body?.let(::jsonBytes))
    }

    private suspend fun once(request: Request): JsonMap {
        val reply = try {
            withTimeoutOrNull(CALL_MILLISECONDS_MAX) { transport.send(request) } ?: throw IOException("Too slow.")
        } catch (error: IOException) {
            throw ShipmateError.Offline(error)
        }
        noteTime(reply)
        if (reply.status !in 200..299) throw problem(reply)
        if (reply.body.isEmpty()) return emptyMap()
        return JsonReader.readMap(String(reply.body)) ?: throw ShipmateError.InvalidReply(reply.status)
    }

    /** How long to wait before the next try; null where another try is useless, or would come too late. */
    private fun pauseMilliseconds(error: ShipmateError, backOff: BackOff): Long? = when (error) {
        is ShipmateError.Offline, is ShipmateError.InvalidReply -> backOff.pauseMilliseconds()
        is ShipmateError.Problem -> when {
            !error.isTemporary -> null
            error.retryAfter == null -> backOff.pauseMilliseconds()
            error.retryAfter <= RETRY_AFTER_SECONDS_MAX -> error.retryAfter * 1_000 + backOff.pauseMilliseconds()
            else -> null
        }
        else -> null
    }

    private fun noteTime(reply: Reply) {
        val date = reply.field("date") ?: return
        val format = SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss zzz", Locale.US)
        val time = runCatching { format.parse(date) }.getOrNull() ?: return
        skewMilliseconds = time.time - now()
    }

    private companion object {
        const val TRIES_MAX = 4
        const val CALL_MILLISECONDS_MAX = 40_000L
        const val RETRY_AFTER_SECONDS_MAX = 10L
    }
}
