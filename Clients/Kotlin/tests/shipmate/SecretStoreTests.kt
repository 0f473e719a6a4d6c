package shipmate

import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.security.KeyStoreException
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import shipmate.android.SealedSecretStore

class SecretStoreTests {
    @TempDir
    lateinit var folder: Path
    private val files by lazy { FileSecretStore { folder.toFile() } }
    private val keys = List(2) { KeyGenerator.getInstance("AES").apply { init(256) }.generateKey() }

    private fun sealed(key: SecretKey = keys[0]) = SealedSecretStore(files) { key }

    private fun SecretStore.text(key: String) = (get(key) as? Secret.Present)?.let { String(it.bytes) }

    @Test
    fun `compares and puts, and keeps strangers out`() {
        for (store in listOf(files, sealed())) {
            store.delete("session")
            assertEquals(Secret.Absent, store.get("session"))
            assertFalse(store.compareAndPut("session", "a".toByteArray(), "b".toByteArray()))
            assertTrue(store.compareAndPut("session", null, "a".toByteArray()))
            assertFalse(store.compareAndPut("session", null, "b".toByteArray()))
            assertTrue(store.compareAndPut("session", "a".toByteArray(), "b".toByteArray()))
            assertEquals("b", store.text("session"))
            val mode = Files.getPosixFilePermissions(folder.resolve("session"))
            assertEquals("rw-------", PosixFilePermissions.toString(mode))
            assertTrue(store.compareAndPut("session", "b".toByteArray(), null))
            assertEquals(Secret.Absent, store.get("session"))
        }
    }

    @Test
    fun `of many writers at once each sees the one before`() = runBlocking {
        files.put("count", "0".toByteArray())
        val stores = List(4) { FileSecretStore { folder.toFile() } }
        val all = List(100) { async(Dispatchers.IO) { add(stores[it % 4]) } }
        all.awaitAll()
        assertEquals("100", files.text("count"))
    }

    private fun add(store: SecretStore) {
        while (true) {
            val text = store.text("count")!!
            if (store.compareAndPut("count", text.toByteArray(), "${text.toInt() + 1}".toByteArray())) return
        }
    }

    @Test
    fun `what is sealed isn't on the disk, and opens only with its key and name`() {
        sealed().put("session", "a secret".toByteArray())
        assertFalse("a secret" in String(File(folder.toFile(), "session").readBytes(), Charsets.ISO_8859_1))
        assertEquals("a secret", sealed().text("session"))
        assertEquals(Secret.Absent, sealed(keys[1]).get("session"))
        File(folder.toFile(), "session").copyTo(File(folder.toFile(), "install"))
        assertEquals(Secret.Absent, sealed().get("install"))
        assertTrue(sealed(keys[1]).compareAndPut("session", null, "new".toByteArray()))
    }

    @Test
    fun `a Keystore that fails for a moment loses nothing`() {
        sealed().put("session", "a secret".toByteArray())
        val failing = SealedSecretStore(files) { throw KeyStoreException() }
        assertThrows(IOException::class.java) { failing.get("session") }
        assertThrows(IOException::class.java) { failing.put("session", "b".toByteArray()) }
        assertEquals("a secret", sealed().text("session"))
    }
}
