package shipmate

import java.io.IOException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

/** The store of secrets, off the main thread: waits for a locked one, and turns its errors into ours. */
internal class Vault(private val store: SecretStore) {
    suspend fun read(key: String): ByteArray? {
        var pause = POLL_MILLISECONDS_MIN
        while (true) {
            when (val secret = guarded { store.get(key) }) {
                is Secret.Present -> return secret.bytes
                Secret.Absent -> return null
                Secret.NotReadableYet -> delay(pause)
            }
            pause = (pause * 2).coerceAtMost(POLL_MILLISECONDS_MAX)
        }
    }

    suspend fun readMap(key: String): JsonMap? = read(key)?.let { JsonReader.readMap(String(it)) }

    suspend fun isReadable(): Boolean = guarded { store.get(INSTALL) } !is Secret.NotReadableYet

    suspend fun put(key: String, bytes: ByteArray): Unit = guarded { store.put(key, bytes) }

    suspend fun delete(key: String): Unit = guarded { store.delete(key) }

    suspend fun compareAndPut(key: String, expected: ByteArray?, bytes: ByteArray?): Boolean =
        guarded { store.compareAndPut(key, expected, bytes) }

    private suspend fun <T> guarded(work: () -> T): T = withContext(Dispatchers.IO) { storing(work) }

    companion object {
        const val INSTALL = "install"
        const val SESSION = "session"

        /** The uid of an account whose session ended: it signs in, and no new user is made. */
        const val ENDED = "ended"
        const val CLAIM = "claim"

        /** A link that opened the app, until it was claimed or opened. */
        const val OPENING = "opening"
        const val INVITATION = "invitation"
        const val BALANCES = "balances"
        private const val POLL_MILLISECONDS_MIN = 50L
        private const val POLL_MILLISECONDS_MAX = 1_000L
    }
}

internal fun <T> storing(work: () -> T): T = try {
    work()
} catch (error: IOException) {
    throw ShipmateError.Storage(error)
} catch (error: SecurityException) {
    throw ShipmateError.Storage(error)
}
