package shipmate

import java.net.URI

/** Checks the app's side, a line a finding. */
internal class Diagnosis(
    private val http: Http,
    private val vault: Vault,
    private val journal: Journal,
    private val rejections: Rejections,
    private val state: () -> SessionState,
) {
    suspend fun run(): List<Finding> = listOf(tls()) + reachable() + listOf(clock(), store()) + events() + session() +
        lastError()

    private fun tls(): Finding {
        val host = runCatching { URI(http.host) }.getOrNull()
        val isLocal = host?.host in setOf("localhost", "127.0.0.1", "10.0.2.2")
        val isFine = host?.scheme == "https" || isLocal
        return Finding("tls", isFine, host?.scheme ?: "no URL", if (isFine) null else "Use an https URL as the host.")
    }

    private suspend fun reachable(): List<Finding> = try {
        val app = http.send("GET", "/v1/app")
        val domains = (app["link_domains"] as? List<*>).orEmpty()
        val least = app.map("least_version")?.text("android")
        val noLinks = "Links are off: the operator sets SHIPMATE_APP_PROFILE."
        listOf(
            Finding("host", true, "The server replies.", null),
            Finding("links", domains.isNotEmpty(), domains.joinToString(), noLinks.takeIf { domains.isEmpty() }),
            Finding("least_version", true, least ?: "none", null),
        )
    } catch (error: ShipmateError) {
        listOf(Finding("host", false, error.message.orEmpty(), "Open /v1/app of the host in a browser of this device."))
    }

    private fun clock(): Finding {
        val skew = http.skewMilliseconds ?: return Finding("clock", true, "unknown", null)
        val isFine = skew in -SKEW_MILLISECONDS_MAX..SKEW_MILLISECONDS_MAX
        val detail = "The server's clock is ${skew / 1_000} s ahead."
        return Finding("clock", isFine, detail, if (isFine) null else "Set this device's clock automatically.")
    }

    private suspend fun store(): Finding = try {
        val isReadable = vault.isReadable()
        val fix = "Unlock the device once after its start."
        Finding("store", isReadable, if (isReadable) "readable" else "not readable yet", fix.takeIf { !isReadable })
    } catch (error: ShipmateError) {
        Finding("store", false, error.message.orEmpty(), "Check that the folder can be written and the disk has space.")
    }

    private suspend fun events(): List<Finding> = try {
        val figures = journal.figures()
        val rejected = rejections.count()
        listOf(
            Finding("journal", true, "${figures.events} events, ${figures.bytes} bytes wait.", null),
            finding("torn", figures.tornBytes == 0L, "${figures.tornBytes} bytes were cut off.", "The last events before a crash or power loss may be missing."),
            finding("rejected", rejected == 0, "$rejected events were set aside.", "See events.rejected for the reasons."),
        )
    } catch (error: ShipmateError) {
        listOf(Finding("journal", false, error.message.orEmpty(), "Check that the disk has space."))
    }

    private fun session(): Finding {
        val state = state()
        val isFine = state is SessionState.Confirmed
        return finding("session", isFine, state.value, "Call start, and wait for the state confirmed.")
    }

    private fun lastError(): Finding = Finding("last_error", true, http.lastError ?: "none", null)

    private fun finding(check: String, isOk: Boolean, detail: String, fix: String) =
        Finding(check, isOk, detail, fix.takeIf { !isOk })

    private companion object {
        const val SKEW_MILLISECONDS_MAX = 60_000L
    }
}
