package shipmate

import java.time.Instant
import java.util.Base64
import java.util.UUID
import kotlin.random.Random
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class IdentifiersTests {
    @Test
    fun `base64url is that of the JDK`() {
        for (size in 0..50) {
            val bytes = Random(size).nextBytes(size)
            assertEquals(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), base64Url(bytes))
        }
        assertEquals(43, base64Url(secureBytes(32)).length)
    }

    @Test
    fun `a UUID has its time, version and variant`() {
        val time = 1_795_000_000_123L
        val uuid = UUID.fromString(uuid7(time, ByteArray(16) { -1 }))
        assertEquals(time, uuid.mostSignificantBits ushr 16)
        assertEquals(7, uuid.version())
        assertEquals(2, uuid.variant())
    }

    @Test
    fun `times are those of the JDK`() {
        for (time in listOf(0L, 951_782_400_001L, 1_795_000_000_123L)) {
            assertEquals(Instant.ofEpochMilli(time), Instant.parse(rfc3339(time)))
        }
    }

    @Test
    fun `pauses double, and have jitter`() {
        val longest = BackOff({ ByteArray(it) { -1 } }, 100, 1_000)
        assertEquals(listOf(100L, 200L, 400L, 800L, 1_000L, 1_000L), List(6) { longest.pauseMilliseconds() })
        val random = BackOff(::secureBytes, 1_000_000_000, 1_000_000_000)
        assertTrue(List(10) { random.pauseMilliseconds() }.toSet().size > 5)
    }
}
