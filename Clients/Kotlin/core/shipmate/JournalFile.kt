package shipmate

import java.io.ByteArrayOutputStream
import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.io.RandomAccessFile

/**
 * The journal's files. Callers hold the journal's lock.
 *
 * The position names the last acknowledged event and the offset behind it. A position that doesn't fit the journal,
 * as after a kill in a compaction, counts as 0: events are sent again, which their ids make safe.
 */
internal class JournalFile(private val folder: File) {
    private val file = File(folder, "events.journal")
    private val positionFile = DurableFile(File(folder, "events.position"))

    var length = 0L
        private set
    var position = 0L
        private set
    var count = 0
        private set

    /** Bytes that were cut off, because a record was torn or corrupt. */
    var tornBytes = 0L
        private set

    private var isLoaded = false

    /** Reads the files again if another process changed them, or at the first use. */
    fun load() {
        if (isLoaded && file.length() == length) return
        val records = JournalRecord.decode(if (file.exists()) file.readBytes() else ByteArray(0), 0)
        length = records.lastOrNull()?.end ?: 0
        cut(file.length())
        position = storedPosition(records)
        count = records.count { it.end > position }
        isLoaded = true
    }

    /** Has the next [load] read all: another process may have moved the position. */
    fun invalidate() {
        isLoaded = false
    }

    fun append(payloads: List<ByteArray>) {
        val bytes = ByteArrayOutputStream()
        for (payload in payloads) bytes.write(JournalRecord.encode(payload))
        try {
            FileOutputStream(file, true).use { out ->
                if (length == 0L) makePrivate(file)
                out.write(bytes.toByteArray())
            }
        } catch (error: IOException) {
            truncate(length)
            throw error
        }
        length += bytes.size()
        count += payloads.size
    }

    /** The only one that needs no lock: a journal that takes the place of this one is synced already. */
    fun sync() {
        if (file.exists()) RandomAccessFile(file, "rw").use { it.fd.sync() }
    }

    /** The next events that aren't acknowledged. */
    fun next(eventsMax: Int, bytesMax: Int): List<JournalRecord> {
        val size = (length - position).coerceAtMost(bytesMax.toLong()).toInt()
        if (size == 0) return emptyList()
        val bytes = ByteArray(size)
        RandomAccessFile(file, "r").use {
            it.seek(position)
            it.readFully(bytes)
        }
        return JournalRecord.decode(bytes, position).take(eventsMax)
    }

    fun acknowledge(last: JournalRecord, events: Int) {
        position = last.end
        count -= events
        positionFile.replace(jsonBytes(mapOf("offset" to position, "id" to last.id)))
        if (position == length) empty() else if (position > length / 2 && position > COMPACTION_BYTES_MIN) compact()
    }

    fun empty() {
        truncate(0)
        length = 0
        count = 0
        position = 0
    }

    private fun compact() {
        val rest = file.readBytes().copyOfRange(position.toInt(), length.toInt())
        DurableFile(file).replace(rest)
        length = rest.size.toLong()
        position = 0
    }

    private fun storedPosition(records: List<JournalRecord>): Long {
        val stored = positionFile.read()?.let { JsonReader.readMap(String(it)) } ?: return 0
        val offset = stored.long("offset") ?: return 0
        return if (records.any { it.end == offset && it.id == stored.text("id") }) offset else 0
    }

    private fun cut(size: Long) {
        if (size <= length) return
        tornBytes += size - length
        truncate(length)
    }

    private fun truncate(size: Long) {
        if (file.exists()) RandomAccessFile(file, "rw").use {
            it.setLength(size)
            it.fd.sync()
        }
    }

    private companion object {
        const val COMPACTION_BYTES_MIN = 64 * 1024
    }
}
