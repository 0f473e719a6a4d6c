package shipmate

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class JsonTests {
    @Test
    fun `reads what it writes`() {
        val value = mapOf(
            "text" to "a \"quote\", \\, \n, \u0001 and \uD83D\uDE00", "long" to 9_007_199_254_740_993L, "double" to 1.5,
            "list" to listOf(true, false, null, emptyList<Any>()), "map" to mapOf("" to 0L),
        )
        assertEquals(value, JsonReader.read(toJson(value)))
    }

    @Test
    fun `reads escapes, spaces and numbers`() {
        val text = " { \"a\\u00e9\\/\" : [ -1 , 2e3, 0.25 ] } "
        assertEquals(mapOf("aé/" to listOf(-1L, 2000.0, 0.25)), JsonReader.read(text))
    }

    @Test
    fun `refuses what isn't JSON`() {
        val wrong = listOf(
            "", "{", "[1,", "[1,]", "{\"a\"}", "{a:1}", "\"open", "\"\\x\"", "\"\\u12\"", "nul", "1 2", "\"\n\"", "-",
            "[".repeat(100) + "]".repeat(100), "<html>",
        )
        for (text in wrong) {
            assertThrows(JsonError::class.java, { JsonReader.read(text) }, text)
            assertNull(JsonReader.readMap(text), text)
        }
    }
}
