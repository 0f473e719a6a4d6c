package shipmate

import java.io.File
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.delay

/** Sends the journal in batches and in order; one process at a time. */
internal class Outbox(
    folder: () -> File,
    private val journal: Journal,
    private val sessions: Sessions,
    private val http: Http,
    private val random: (Int) -> ByteArray,
    scope: CoroutineScope,
    private val isWanted: () -> Boolean,
    private val log: (String) -> Unit,
) {
    private class Limits(val events: Int, val bytes: Int)

    private class Batch(val sent: Int, val stop: ShipmateError.Problem?)

    private val lock by lazy { ProcessLock(File(folder(), "events.lock")) }
    private val sending = Background(scope) {
        delay(GATHER_MILLISECONDS)
        flushUntilEmpty()
    }
    private var limits: Limits? = null
    val rejections = Rejections(folder)

    /** Sends all that is there. Throws where the server can't take more now; what is left stays. */
    suspend fun flush(): Flushed {
        journal.sync()
        return lock.heldLong {
            journal.reload()
            val backOff = BackOff(random)
            var sent = 0
            var tries = 0
            val most = limits()
            while (true) {
                val records = journal.next(most.events, most.bytes)
                if (records.isEmpty()) break
                val batch = send(records)
                sent += batch.sent
                tries = if (batch.sent > 0) 1 else tries + 1
                if (batch.stop == null) continue
                if (tries >= TRIES_MAX || (batch.stop.retryAfter ?: 0) > PAUSE_SECONDS_MAX) throw batch.stop
                delay((batch.stop.retryAfter ?: 0) * 1_000 + backOff.pauseMilliseconds())
            }
            Flushed(sent, journal.figures().events)
        }
    }

    /** Sends soon, and again until all is sent, as long as the handle is in use. */
    fun schedule() = sending.ask()

    /** Sets aside what the next player must not get. */
    suspend fun setAllAside(type: String) = lock.heldLong {
        journal.reload()
        while (true) {
            val records = journal.next(EVENTS_MAX, BATCH_BYTES_MAX)
            if (records.isEmpty()) break
            for (record in records) rejections.add(record, type, 0)
            journal.acknowledge(records.last(), records.size)
        }
    }

    private suspend fun flushUntilEmpty() {
        val backOff = BackOff(random, millisecondsFirst = 2_000, millisecondsMax = 300_000)
        while (isWanted() && sessions.current() != null) {
            try {
                if (flush().left == 0) return
            } catch (error: ShipmateError.SignedOut) {
                return
            } catch (error: ShipmateError) {
                log("events wait: ${error.message}")
            }
            delay(backOff.pauseMilliseconds().coerceAtLeast(GATHER_MILLISECONDS))
        }
    }

    /** Sends [records], in parts where the body is too large, and moves the position behind what is settled. */
    private suspend fun send(records: List<JournalRecord>): Batch {
        val reply = try {
            sessions.call("POST", "/v1/events/batch", mapOf("events" to records.map { it.event }))
        } catch (problem: ShipmateError.Problem) {
            if (problem.status !in SPLIT) throw problem
            if (records.size == 1) return setAside(records.single(), problem.type, problem.status)
            return send(records.take(records.size / 2))
        }
        val results = reply.maps("results")
        if (results.size != records.size) throw ShipmateError.InvalidReply(200)
        return settle(records, results)
    }

    private suspend fun settle(records: List<JournalRecord>, results: List<JsonMap>): Batch {
        var settled = 0
        var stop: ShipmateError.Problem? = null
        for ((record, result) in records.zip(results)) {
            val status = result.long("status")?.toInt() ?: 500
            if (status in 200..299) {
                settled += 1
                continue
            }
            val problem = result.map("problem").orEmpty()
            val type = problem.text("type")?.substringAfterLast('/') ?: "unknown"
            if (status in RETRIED || status >= 500) {
                stop = ShipmateError.Problem(type, status, "", null, problem.long("retry_after"), problem)
                break
            }
            rejections.add(record, type, status)
            settled += 1
        }
        if (settled > 0) journal.acknowledge(records[settled - 1], settled)
        return Batch(settled, stop)
    }

    private suspend fun setAside(record: JournalRecord, type: String, status: Int): Batch {
        rejections.add(record, type, status)
        journal.acknowledge(record, 1)
        return Batch(1, null)
    }

    /** The server's own limits, asked for once they may matter, and at most once a flush. */
    private suspend fun limits(): Limits {
        limits?.let { return it }
        val unasked = Limits(EVENTS_UNASKED, BATCH_BYTES_MAX)
        if (journal.figures().events <= EVENTS_UNASKED) return unasked
        val told = try {
            http.send("GET", "/v1/app").map("limits")
        } catch (_: ShipmateError.Problem) {
            null
        } ?: return unasked
        val events = told.long("batch_events")?.coerceIn(1, EVENTS_MAX.toLong())?.toInt() ?: EVENTS_UNASKED
        val bytes = told.long("batch_body_bytes")?.let { it / 2 }?.coerceIn(BATCH_BYTES_MIN, BATCH_BYTES_MAX.toLong())?.toInt()
        return Limits(events, bytes ?: BATCH_BYTES_MAX).also { limits = it }
    }

    private companion object {
        const val EVENTS_MAX = 1_000
        const val EVENTS_UNASKED = 100
        const val BATCH_BYTES_MAX = 512 * 1024

        /** Any event fits. */
        const val BATCH_BYTES_MIN = 32L * 1024
        const val TRIES_MAX = 3
        const val PAUSE_SECONDS_MAX = 10L
        const val GATHER_MILLISECONDS = 2_000L
        val RETRIED = setOf(401, 408, 429)
        val SPLIT = setOf(400, 413, 422)
    }
}
