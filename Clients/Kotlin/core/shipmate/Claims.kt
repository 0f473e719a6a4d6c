package shipmate

/** Claims the link that brought the install, or opened the app. */
internal class Claims(
    private val vault: Vault,
    private val http: Http,
    private val sessions: Sessions,
    private val device: JsonMap,
    private val bundleId: String?,
    private val log: (String) -> Unit,
) {
    suspend fun storedReceipt(): String? = vault.readMap(Vault.CLAIM)?.text("receipt")

    /** The receipt for the sign-up: that of a claim with the install's secret. */
    suspend fun receipt(install: String, opening: Opening): String? {
        if (opening.isEmpty) return null
        val reply = claim(opening, install) ?: return null
        invitation(reply)?.let { vault.put(Vault.INVITATION, jsonBytes(mapOf("reply" to slim(reply)))) }
        vault.put(Vault.CLAIM, jsonBytes(mapOf("receipt" to reply.text("receipt"))))
        return reply.text("receipt")
    }

    suspend fun forgetReceipt() = vault.delete(Vault.CLAIM)

    suspend fun stored(): Invitation? = vault.readMap(Vault.INVITATION)?.map("reply")?.let(::invitation)

    /** The stored invitation, unless it was delivered before. */
    suspend fun undelivered(): Invitation? {
        val stored = vault.readMap(Vault.INVITATION) ?: return null
        return if (stored.flag("delivered")) null else stored.map("reply")?.let(::invitation)
    }

    suspend fun noteDelivered() {
        val stored = vault.readMap(Vault.INVITATION) ?: return
        vault.put(Vault.INVITATION, jsonBytes(stored + ("delivered" to true)))
    }

    /** For a player who exists: shows the link, and records the referrer of an anonymous player without one. */
    suspend fun open(opening: Opening, key: String): Invitation? {
        val reply = claim(opening, key) ?: return null
        val invitation = invitation(reply) ?: return null
        val code = invitation.referralCode
        if (code != null && sessions.current()?.isAnonymous == true) recordReferrer(reply.text("receipt"), code)
        return invitation
    }

    /** The receipt of the claim says where the referral came from. */
    private suspend fun recordReferrer(receipt: String?, code: String) {
        val body = if (receipt != null) mapOf("claim" to receipt) else mapOf("referred_by" to code)
        try {
            sessions.call("PUT", "/v1/users/me/referrer", body)
        } catch (problem: ShipmateError.Problem) {
            // The player has a referrer already, has signed up, or opened a link of its own.
            if (problem.status !in setOf(409, 422)) throw problem
            log("no referrer: ${problem.type}")
        }
    }

    private suspend fun claim(opening: Opening, key: String): JsonMap? {
        val body = opening.members + mapOf("device" to device, "bundle_id" to bundleId).filterValues { it != null }
        return try {
            http.send("POST", "/v1/links/claim", body, key = key).takeIf { it.text("match") != "none" }
        } catch (problem: ShipmateError.Problem) {
            // A claim that can't succeed must not stop the start.
            if (problem.isTemporary) throw problem
            log("no claim: ${problem.type}")
            null
        }
    }

    private fun slim(reply: JsonMap) = reply.filterKeys { it in setOf("match", "link", "invitation") }

    private fun invitation(reply: JsonMap): Invitation? {
        val invitation = reply.map("invitation")
        val link = reply.map("link")
        if (invitation == null && link == null) return null
        val inviter = invitation?.map("inviter")
        return Invitation(
            reply.text("match") ?: "none", invitation?.text("referral_code"),
            inviter?.let { Inviter(it.text("full_name"), it.text("short_name"), it.text("image_url")) },
            link?.let { OpenedLink(it.text("link"), it.map("data"), it.text("short_link")) },
        )
    }
}
