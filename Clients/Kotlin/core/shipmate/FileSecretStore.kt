package shipmate

import java.io.File
import java.io.IOException

/** A file of mode 0600 for each secret. For servers, desktops and tests; phones have better places. */
public class FileSecretStore(folder: () -> File) : SecretStore {
    private val folder by lazy(folder)
    private val lock by lazy { ProcessLock(File(this.folder, "store.lock")) }

    override fun get(key: String): Secret {
        val bytes = file(key).read() ?: return Secret.Absent
        return Secret.Present(bytes)
    }

    override fun put(key: String, bytes: ByteArray): Unit = lock.held { file(key).replace(bytes) }

    override fun delete(key: String): Unit = lock.held { remove(key) }

    override fun compareAndPut(key: String, expected: ByteArray?, bytes: ByteArray?): Boolean = lock.held {
        val current = file(key).read()
        val isSame = if (current == null || expected == null) current === expected else current.contentEquals(expected)
        if (isSame && bytes != null) file(key).replace(bytes)
        if (isSame && bytes == null) remove(key)
        isSame
    }

    private fun remove(key: String) {
        if (File(folder, key).exists()) file(key).delete()
    }

    private fun file(key: String): DurableFile {
        if (!folder.isDirectory && !folder.mkdirs() && !folder.isDirectory) throw IOException("No folder.")
        return DurableFile(File(folder, key))
    }
}
