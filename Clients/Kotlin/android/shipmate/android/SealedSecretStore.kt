package shipmate.android

import java.io.IOException
import java.security.GeneralSecurityException
import javax.crypto.BadPaddingException
import javax.crypto.Cipher
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec
import shipmate.Secret
import shipmate.SecretStore

/**
 * Seals each value of [store] with AES-GCM. A value that [key] doesn't open counts as absent: it is of a key that is
 * gone, as after a restore on another device. Any other failure of the key throws, so that nothing is lost by it.
 */
public class SealedSecretStore(
    private val store: SecretStore,
    private val log: (String) -> Unit = {},
    private val key: () -> SecretKey,
) : SecretStore {
    override fun get(key: String): Secret {
        val secret = store.get(key) as? Secret.Present ?: return store.get(key)
        return opened(key, secret.bytes)?.let { Secret.Present(it) } ?: Secret.Absent
    }

    override fun put(key: String, bytes: ByteArray): Unit = store.put(key, sealed(key, bytes))

    override fun delete(key: String): Unit = store.delete(key)

    /** Compares what is inside, and swaps what is outside: the same value is sealed differently each time. */
    override fun compareAndPut(key: String, expected: ByteArray?, bytes: ByteArray?): Boolean {
        val stored = (store.get(key) as? Secret.Present)?.bytes
        val opened = stored?.let { opened(key, it) }
        val isSame = if (opened == null || expected == null) opened === expected else opened.contentEquals(expected)
        return isSame && store.compareAndPut(key, stored, bytes?.let { sealed(key, it) })
    }

    private fun sealed(name: String, bytes: ByteArray): ByteArray = guarded {
        val cipher = Cipher.getInstance(TRANSFORMATION)
        // The Keystore makes the nonce itself.
        cipher.init(Cipher.ENCRYPT_MODE, key())
        cipher.updateAAD(name.toByteArray())
        cipher.iv + cipher.doFinal(bytes)
    }

    private fun opened(name: String, bytes: ByteArray): ByteArray? = guarded {
        try {
            if (bytes.size < NONCE_BYTES) throw BadPaddingException()
            val cipher = Cipher.getInstance(TRANSFORMATION)
            cipher.init(Cipher.DECRYPT_MODE, key(), GCMParameterSpec(TAG_BITS, bytes, 0, NONCE_BYTES))
            cipher.updateAAD(name.toByteArray())
            cipher.doFinal(bytes, NONCE_BYTES, bytes.size - NONCE_BYTES)
        } catch (_: BadPaddingException) {
            log("the secret $name is of another key, and counts as absent")
            null
        }
    }

    private fun <T> guarded(work: () -> T): T = try {
        work()
    } catch (error: GeneralSecurityException) {
        throw IOException("The key failed: ${error.javaClass.simpleName}.")
    }

    private companion object {
        const val TRANSFORMATION = "AES/GCM/NoPadding"
        const val NONCE_BYTES = 12
        const val TAG_BITS = 128
    }
}
