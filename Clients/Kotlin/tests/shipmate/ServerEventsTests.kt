package shipmate

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class ServerEventsTests {
    private fun read(text: String): List<Triple<String, String, String?>> {
        val events = ServerEvents()
        return text.lines().mapNotNull(events::read).map { Triple(it.name, it.data, it.id) }
    }

    @Test
    fun `reads events, keeps the id, and skips comments`() {
        val text = "event: state\ndata: {\"a\":\ndata:1}\n\n: a comment\n\nid: 6.2\nevent: balance\ndata: {}\n\ndata: x\n\n"
        val expected = listOf(
            Triple("state", "{\"a\":\n1}", null), Triple("balance", "{}", "6.2"), Triple("message", "x", "6.2"),
        )
        assertEquals(expected, read(text))
    }

    @Test
    fun `an event that isn't complete is none`() {
        assertEquals(emptyList<Any>(), read("event: balance\ndata: {}"))
        assertEquals(emptyList<Any>(), read("event: end\n\n"))
    }
}
