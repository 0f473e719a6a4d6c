package shipmate

import java.io.File
import java.util.concurrent.atomic.AtomicBoolean
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext

/** Keeps events on disk until the server has them: in order, bounded, across kills and processes. */
internal class Journal(
    folder: () -> File,
    private val limits: JournalLimits,
    private val scope: CoroutineScope,
    private val log: (String) -> Unit,
) {
    private class Waiting(val payload: ByteArray) {
        var isDone = false
        var error: ShipmateError? = null
    }

    class Figures(val events: Int, val bytes: Long, val tornBytes: Long)

    private val file by lazy { JournalFile(folder()) }
    private val lock by lazy { ProcessLock(File(folder(), "events.append.lock")) }
    private val writing = Mutex()
    private val syncing = Mutex()
    private val queue = ArrayList<Waiting>()
    private val isSyncDue = AtomicBoolean()

    /** Returns after the event is written; it is durable after the next [sync], which follows at once. */
    suspend fun append(payload: ByteArray) = withContext(NonCancellable) {
        val waiting = Waiting(payload)
        synchronized(queue) { queue.add(waiting) }
        // Whoever gets the lock writes for all who wait.
        writing.withLock { if (!waiting.isDone) withContext(Dispatchers.IO) { writeAll() } }
        waiting.error?.let { throw it }
        syncSoon()
    }

    /** Before sending, whose lock the caller holds. */
    suspend fun reload() = writing.withLock { file.invalidate() }

    /** Without the lock, so that no caller of `record` waits for the disk. */
    suspend fun sync() = syncing.withLock {
        isSyncDue.set(false)
        withContext(Dispatchers.IO) { storing { file.sync() } }
    }

    suspend fun next(eventsMax: Int, bytesMax: Int): List<JournalRecord> = locked { file.next(eventsMax, bytesMax) }

    suspend fun acknowledge(last: JournalRecord, events: Int) = locked { file.acknowledge(last, events) }

    suspend fun figures(): Figures = locked { Figures(file.count, file.length - file.position, file.tornBytes) }

    suspend fun empty() = locked { file.empty() }

    private suspend fun <T> locked(work: () -> T): T = writing.withLock {
        withContext(Dispatchers.IO) { held(work) }
    }

    private fun <T> held(work: () -> T): T = storing {
        lock.held {
            val torn = file.tornBytes
            file.load()
            if (file.tornBytes > torn) log("cut ${file.tornBytes - torn} torn bytes off the journal")
            work()
        }
    }

    private fun writeAll() {
        val all = synchronized(queue) { queue.toList().also { queue.clear() } }
        try {
            held { write(all) }
        } catch (error: ShipmateError) {
            for (waiting in all) if (waiting.error == null) waiting.error = error
        }
        for (waiting in all) waiting.isDone = true
    }

    private fun write(all: List<Waiting>) {
        var events = file.count
        var bytes = file.length - file.position
        val fitting = all.filter { waiting ->
            val size = JournalRecord.size(waiting.payload)
            val fits = events < limits.events && bytes + size <= limits.bytes
            if (fits) {
                events += 1
                bytes += size
            } else {
                waiting.error = ShipmateError.JournalFull()
            }
            fits
        }
        if (fitting.isNotEmpty()) file.append(fitting.map { it.payload })
    }

    private fun syncSoon() {
        if (!isSyncDue.compareAndSet(false, true)) return
        scope.launch {
            try {
                sync()
            } catch (error: ShipmateError) {
                log("the journal could not be synced: ${error.message}")
            }
        }
    }
}
