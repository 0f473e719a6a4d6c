package shipmate

/** Turns the player into an account, signs in, out, and deletes. */
internal class Accounts(
    private val sessions: Sessions,
    private val starts: Starts,
    private val outbox: Outbox,
    private val journal: Journal,
    private val vault: Vault,
    private val http: Http,
    private val now: () -> Long,
    private val log: (String) -> Unit,
) {
    suspend fun link(email: String, password: String): Player = ending {
        val body = mapOf("email" to email, "password" to password)
        if (sessions.current() == null) sessions.settled()
        val uid = sessions.mark(Session.LINK).uid
        try {
            val reply = linked(body) ?: signedIn(body)
            adopt(if (reply?.map("user")?.text("uid") == uid) reply else linkedAgain(body))
        } catch (problem: ShipmateError.Problem) {
            // A proxy's 502 doesn't say whether the link was carried out.
            if (!problem.isTemporary) sessions.current()?.let { sessions.mark(null) }
            if (problem.type != "email-already-in-use") throw problem
            throw ShipmateError.EmailInUse(MergeOffer(this, email, password))
        }
    }

    private suspend fun linked(body: JsonMap): JsonMap? = try {
        sessions.call("PUT", CREDENTIAL, body)
    } catch (_: ShipmateError.SignedOut) {
        null
    }

    /** A link ends all earlier sessions: if only its reply was lost, the player can sign in. Otherwise null. */
    private suspend fun signedIn(body: JsonMap): JsonMap? = try {
        http.send("POST", "/v1/sessions", body)
    } catch (problem: ShipmateError.Problem) {
        if (problem.type != "invalid-credentials") throw problem
        null
    }

    /** The session had ended before: an anonymous player comes back first. */
    private suspend fun linkedAgain(body: JsonMap): JsonMap {
        sessions.mark(null)
        sessions.isEnding = false
        return sessions.call("PUT", CREDENTIAL, body)
    }

    /** Runs a call that ends the session. Meanwhile no other call brings the player back. */
    private suspend fun <T> ending(work: suspend () -> T): T {
        sessions.isEnding = true
        try {
            return work()
        } finally {
            sessions.isEnding = false
        }
    }

    suspend fun signIn(email: String, password: String): Player {
        flushQuietly()
        val before = sessions.load()?.uid ?: sessions.endedUid()
        val session = http.send("POST", "/v1/sessions", mapOf("email" to email, "password" to password))
        if (before != null && before != session.map("user")?.text("uid")) outbox.setAllAside("user-changed")
        return adopt(session)
    }

    /** Joins the player to the account. The same call again gives the same reply. */
    suspend fun merge(email: String, password: String): Player {
        flushQuietly()
        val body = mapOf("email" to email, "password" to password)
        var session = sessions.fresh()
        val reply = try {
            http.send("POST", "/v1/sessions", body + ("merge" to session.accessToken))
        } catch (problem: ShipmateError.Problem) {
            if (problem.type == "merged") return adopt(http.send("POST", "/v1/sessions", body))
            if (!problem.isUnauthenticated) throw problem
            session = sessions.refreshed(session.accessToken)
            http.send("POST", "/v1/sessions", body + ("merge" to session.accessToken))
        }
        return adopt(reply)
    }

    /** Works without a connection too: then the session ends at the server when it expires. */
    suspend fun signOut() {
        flushQuietly()
        val session = sessions.load()
        if (session == null && sessions.endedUid() == null) return
        try {
            if (session != null) sessions.call("DELETE", "/v1/sessions/current")
        } catch (error: ShipmateError) {
            log("signed out on this device only: ${error.message}")
        }
        if (session?.isAnonymous != true) outbox.setAllAside("signed-out")
        sessions.forget()
        vault.delete(Vault.BALANCES)
        starts.become(SessionState.SignedOut)
    }

    suspend fun delete(password: String?) {
        // Where the session had ended before, an anonymous player comes back first.
        sessions.call("GET", ME)
        ending {
            val isAnonymous = sessions.fresh().isAnonymous
            try {
                sessions.call("DELETE", ME, password?.let { mapOf("password" to it) })
            } catch (ended: ShipmateError.SignedOut) {
                // The session of an anonymous player ends with it: then only the reply was lost.
                if (!isAnonymous) throw ended
            }
            forgetAll()
        }
    }

    private suspend fun forgetAll() {
        journal.empty()
        outbox.rejections.clear()
        for (key in listOf(Vault.CLAIM, Vault.OPENING, Vault.INVITATION, Vault.BALANCES, Vault.INSTALL)) vault.delete(key)
        sessions.forget()
        starts.become(SessionState.SignedOut)
    }

    private suspend fun adopt(reply: JsonMap): Player {
        val session = Session.ofUser(reply, now())
        sessions.replace(session)
        sessions.changed()
        val player = starts.confirmed(session)
        outbox.schedule()
        return player
    }

    private suspend fun flushQuietly() {
        try {
            if (sessions.load() != null) outbox.flush()
        } catch (error: ShipmateError) {
            log("events wait: ${error.message}")
        }
    }

    private companion object {
        const val ME = "/v1/users/me"
        const val CREDENTIAL = "$ME/credential"
    }
}

/** Joins the anonymous player to the account that has the e-mail: balances, links, friends and progress. */
public class MergeOffer internal constructor(
    private val accounts: Accounts,
    private val email: String,
    private val password: String,
) {
    /** The password is the account's: pass it where it isn't the one of [Shipmate.link]. */
    public suspend fun accept(password: String = this.password): Player = accounts.merge(email, password)
}
