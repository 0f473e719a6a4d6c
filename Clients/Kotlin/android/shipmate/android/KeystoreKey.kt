package shipmate.android

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import java.security.KeyStore
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey

/** A key of 256 bits that never leaves the Android Keystore. It is made at the first use. */
internal class KeystoreKey(private val alias: String) {
    private var known: SecretKey? = null

    @Synchronized
    fun get(): SecretKey = known ?: (stored() ?: made()).also { known = it }

    private fun stored(): SecretKey? {
        val keys = KeyStore.getInstance(PROVIDER)
        keys.load(null)
        return keys.getKey(alias, null) as? SecretKey
    }

    private fun made(): SecretKey {
        val purposes = KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT
        val spec = KeyGenParameterSpec.Builder(alias, purposes)
            .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
            .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
            .setKeySize(256)
            .build()
        val generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, PROVIDER)
        generator.init(spec)
        return generator.generateKey()
    }

    private companion object {
        const val PROVIDER = "AndroidKeyStore"
    }
}
