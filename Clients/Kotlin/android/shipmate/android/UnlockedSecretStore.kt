package shipmate.android

import android.content.Context
import android.os.Build
import android.os.UserManager
import shipmate.Secret
import shipmate.SecretStore

/** Answers [Secret.NotReadableYet] until the device was unlocked once after its start (direct boot). */
internal class UnlockedSecretStore(private val context: Context, private val store: SecretStore) : SecretStore by store {
    override fun get(key: String): Secret = if (isUnlocked()) store.get(key) else Secret.NotReadableYet

    private fun isUnlocked(): Boolean {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.N) return true
        val users = context.getSystemService(Context.USER_SERVICE) as? UserManager ?: return true
        return users.isUserUnlocked
    }
}
