package shipmate.android

import android.content.Context
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerStateListener
import kotlin.coroutines.resume
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull

/**
 * The text of Play's Install Referrer, off the main thread. Null after 5 s, without Play, and where the library
 * `com.android.installreferrer` isn't in the app. Never throws.
 */
public suspend fun installReferrer(context: Context): String? = installReferrer(context, LIMIT_MILLISECONDS)

internal suspend fun installReferrer(context: Context, milliseconds: Long): String? = withContext(Dispatchers.IO) {
    try {
        withTimeoutOrNull(milliseconds) { ReferrerConnection(context).text() }
    } catch (error: CancellationException) {
        throw error
    } catch (_: Exception) {
        null
    } catch (_: LinkageError) {
        null
    }
}

private const val LIMIT_MILLISECONDS = 5_000L

private class ReferrerConnection(context: Context) {
    private val client = InstallReferrerClient.newBuilder(context).build()

    suspend fun text(): String? = try {
        if (isConnected()) withContext(Dispatchers.IO) { client.installReferrer.installReferrer } else null
    } finally {
        end()
    }

    private suspend fun isConnected(): Boolean = suspendCancellableCoroutine { waiting ->
        client.startConnection(object : InstallReferrerStateListener {
            override fun onInstallReferrerSetupFinished(code: Int) {
                // Called on the main thread, and by some stores more than once.
                if (waiting.isActive) waiting.resume(code == InstallReferrerClient.InstallReferrerResponse.OK)
            }

            override fun onInstallReferrerServiceDisconnected() {
                if (waiting.isActive) waiting.resume(false)
            }
        })
    }

    private fun end() {
        try {
            client.endConnection()
        } catch (_: Exception) {
            return
        }
    }
}
