package shipmate.android

import android.content.Context
import android.content.Intent
import android.os.Build
import java.io.File
import java.util.Locale
import java.util.TimeZone
import shipmate.FileSecretStore
import shipmate.Invitation
import shipmate.Invite
import shipmate.Opening
import shipmate.Player
import shipmate.Shipmate

/**
 * A handle with the places that Android has: secrets sealed by a key of the Keystore, and all files in
 * `noBackupFilesDir`, which Android's backup leaves out. Touches no disk.
 *
 * @param consent whether the player agreed that the device's model, screen, language and time zone are sent to find
 *   the invitation. Without it only a link, a click or the install referrer finds it.
 */
public fun shipmate(
    context: Context,
    host: String,
    consent: Boolean = false,
    log: (String) -> Unit = {},
): Shipmate {
    val app = context.applicationContext
    val folder = { File(app.noBackupFilesDir, "shipmate") }
    val sealed = SealedSecretStore(FileSecretStore(folder), log, KeystoreKey("shipmate")::get)
    return Shipmate(
        host, folder, UnlockedSecretStore(app, sealed), device = device(app, consent), bundleId = app.packageName, log = log,
    )
}

/** Starts with Play's install referrer, which is read only where the player is new. */
public suspend fun Shipmate.start(context: Context): Player =
    start { Opening(installReferrer = installReferrer(context.applicationContext)) }

/** The App Link, or the URL of the app's scheme, that opened the activity. Call it in `onCreate` and `onNewIntent`. */
public suspend fun Shipmate.open(intent: Intent?): Invitation? {
    if (intent?.action != Intent.ACTION_VIEW) return null
    return intent.dataString?.let { open(it) }
}

/** Opens the share sheet with the invite's text, which has its URL. */
public fun Invite.share(context: Context) {
    val send = Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, text)
    subject?.let { send.putExtra(Intent.EXTRA_SUBJECT, it) }
    context.startActivity(Intent.createChooser(send, null).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK))
}

private fun device(context: Context, consent: Boolean): Map<String, Any?> {
    val platform = mapOf("platform" to "android")
    if (!consent) return platform
    val screen = context.resources.displayMetrics
    return platform + mapOf(
        "os_version" to Build.VERSION.RELEASE, "model" to Build.MODEL,
        "screen" to "${screen.widthPixels}x${screen.heightPixels}", "scale" to screen.density.toDouble(),
        "timezone" to TimeZone.getDefault().id, "language" to Locale.getDefault().toLanguageTag(),
    )
}
