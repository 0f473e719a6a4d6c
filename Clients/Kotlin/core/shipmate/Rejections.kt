package shipmate

import java.io.File
import java.io.FileOutputStream
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.BufferOverflow
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.withContext

/** `events.rejected`: a line of JSON for each event that was set aside, the newest [LINES_MAX] of them. */
internal class Rejections(folder: () -> File) {
    private val file by lazy { File(folder(), "events.rejected") }
    val flow = MutableSharedFlow<RejectedEvent>(extraBufferCapacity = 1_024, onBufferOverflow = BufferOverflow.DROP_OLDEST)

    suspend fun add(record: JournalRecord, type: String, status: Int) {
        val line = toJson(mapOf("event" to record.event, "type" to type, "status" to status))
        withContext(Dispatchers.IO) { storing { append(line + "\n") } }
        flow.emit(RejectedEvent(record.id, type, status))
    }

    suspend fun count(): Int = withContext(Dispatchers.IO) { storing { lines().size } }

    suspend fun clear() = withContext(Dispatchers.IO) { storing { if (file.exists()) DurableFile(file).delete() } }

    private fun append(line: String) {
        val lines = lines()
        if (lines.size >= LINES_MAX) {
            DurableFile(file).replace((lines.takeLast(LINES_MAX / 2).joinToString("\n") + "\n" + line).toByteArray())
            return
        }
        FileOutputStream(file, true).use {
            makePrivate(file)
            it.write(line.toByteArray())
            it.fd.sync()
        }
    }

    private fun lines(): List<String> = if (file.exists()) file.readLines() else emptyList()

    private companion object {
        const val LINES_MAX = 1_000
    }
}
