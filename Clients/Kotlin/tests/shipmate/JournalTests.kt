package shipmate

import java.io.File
import java.nio.file.Path
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

class JournalTests {
    @TempDir
    lateinit var folder: Path
    private val file get() = File(folder.toFile(), "events.journal")

    private fun journal(events: Int = 10_000, bytes: Long = 1L shl 22) =
        Journal({ folder.toFile() }, JournalLimits(events, bytes), CoroutineScope(Dispatchers.IO)) {}

    private fun payload(number: Int) = jsonBytes(mapOf("id" to "e$number", "type" to "level_reached", "level" to number))

    private suspend fun fill(journal: Journal, count: Int) = repeat(count) { journal.append(payload(it)) }

    private suspend fun ids(journal: Journal) = journal.next(10_000, 1 shl 22).map { it.id }

    private fun names(numbers: IntRange) = numbers.map { "e$it" }

    @Test
    fun `keeps order and position over a restart`() = runBlocking {
        val first = journal()
        fill(first, 10)
        val records = first.next(4, 1 shl 20)
        assertEquals(names(0..3), records.map { it.id })
        first.acknowledge(records.last(), 4)
        val second = journal()
        assertEquals(names(4..9), ids(second))
        assertEquals(6, second.figures().events)
    }

    @Test
    fun `a tail that is torn at any byte is cut off, and nothing before it`() = runBlocking {
        fill(journal(), 3)
        val whole = file.readBytes()
        val size = whole.size / 3
        for (length in 0..whole.size) {
            file.writeBytes(whole.copyOf(length))
            val journal = journal()
            assertEquals(names(0 until length / size), ids(journal))
            assertEquals((length % size).toLong(), journal.figures().tornBytes)
            journal.append(payload(7))
            assertEquals(names(0 until length / size) + "e7", ids(journal()))
        }
    }

    @Test
    fun `a record that is corrupt at any byte is cut off`() = runBlocking {
        fill(journal(), 2)
        val whole = file.readBytes()
        for (place in whole.size / 2 until whole.size) {
            file.writeBytes(whole.copyOf().also { it[place] = (it[place].toInt() xor 0x10).toByte() })
            assertEquals(names(0..0), ids(journal()), "byte $place")
        }
    }

    @Test
    fun `refuses events past its bounds, and takes them again when some were sent`() = runBlocking {
        val journal = journal(events = 3)
        fill(journal, 3)
        assertThrows(ShipmateError.JournalFull::class.java) { runBlocking { journal.append(payload(3)) } }
        val small = journal(bytes = file.length() + 10)
        assertThrows(ShipmateError.JournalFull::class.java) { runBlocking { small.append(payload(3)) } }
        journal.acknowledge(journal.next(1, 1 shl 20).last(), 1)
        journal.append(payload(3))
        assertEquals(names(1..3), ids(journal))
    }

    @Test
    fun `is emptied when all is sent, and compacted when most is`() = runBlocking {
        val journal = journal()
        fill(journal, 3_000)
        val most = journal.next(2_000, 1 shl 22)
        val before = file.length()
        journal.acknowledge(most.last(), most.size)
        assertTrue(file.length() < before / 2)
        assertEquals(names(2_000..2_999), ids(journal()))
        val rest = journal.next(1_000, 1 shl 22)
        journal.acknowledge(rest.last(), rest.size)
        assertEquals(0, file.length())
        assertEquals(emptyList<String>(), ids(journal()))
    }

    @Test
    fun `a kill in a compaction sends nothing too little`() = runBlocking {
        val journal = journal()
        fill(journal, 3_000)
        val position = File(folder.toFile(), "events.position")
        val most = journal.next(2_000, 1 shl 22)
        journal.acknowledge(most.last(), most.size)
        assertEquals(most.last().id, JsonReader.readMap(position.readText())?.text("id"))
        assertEquals(names(2_000..2_999), ids(journal()), "the old position beside the new journal")
        position.delete()
        assertEquals(names(2_000..2_999), ids(journal()), "no position")
    }

    @Test
    fun `two handles share a folder`() = runBlocking {
        val journals = listOf(journal(), journal())
        val all = List(200) { number -> async(Dispatchers.IO) { journals[number % 2].append(payload(number)) } }
        all.awaitAll()
        assertEquals(names(0..199).toSet(), ids(journals[0]).toSet())
        val records = journals[0].next(150, 1 shl 20)
        journals[0].acknowledge(records.last(), 150)
        journals[1].reload()
        assertEquals(50, journals[1].figures().events)
    }
}
