package shipmate

import java.nio.ByteBuffer
import java.util.zip.CRC32

/** An event in the journal: [end] is the offset behind it. */
internal class JournalRecord(val payload: ByteArray, val end: Long) {
    val event: JsonMap by lazy { JsonReader.readMap(String(payload)).orEmpty() }
    val id: String get() = event.text("id") ?: ""

    companion object {
        private const val HEAD_BYTES = 8

        /** Length and CRC-32 (IEEE) of the payload, both big-endian, then the payload. */
        fun encode(payload: ByteArray): ByteArray = ByteBuffer.allocate(HEAD_BYTES + payload.size)
            .putInt(payload.size).putInt(checksum(payload)).put(payload).array()

        fun size(payload: ByteArray): Int = HEAD_BYTES + payload.size

        /** The whole records of [bytes], which stand at [offset] of the file; stops at a torn or corrupt one. */
        fun decode(bytes: ByteArray, offset: Long): List<JournalRecord> {
            val records = ArrayList<JournalRecord>()
            val buffer = ByteBuffer.wrap(bytes)
            while (buffer.remaining() >= HEAD_BYTES) {
                val size = buffer.getInt()
                val sum = buffer.getInt()
                if (size !in 1..buffer.remaining()) break
                val payload = ByteArray(size)
                buffer.get(payload)
                if (checksum(payload) != sum) break
                records.add(JournalRecord(payload, offset + buffer.position()))
            }
            return records
        }

        private fun checksum(payload: ByteArray): Int = CRC32().apply { update(payload) }.value.toInt()
    }
}
