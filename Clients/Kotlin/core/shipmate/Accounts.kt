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
    suspend fun link(email: String, password: String): Player {
        val body = mapOf("email" to email, "password" to password)
        sessions.mark(Session.LINK)
        val reply = try {
            sessions.call("PUT", "/v1/users/me/credential", body)
        } catch (_: ShipmateError.SignedOut) {
            afterLostLink(body)
        } catch (problem: ShipmateError.Problem) {
            sessions.current()?.let { sessions.mark(null) }
            if (problem.type != "email-already-in-use") throw problem
            throw ShipmateError.EmailInUse(MergeOffer(this, email, password))
        }
        return adopt(reply)
    }

    /** A link ends all earlier sessions: if its reply was lost, the player can sign in. Otherwise it is linked now. */
    private suspend fun afterLostLink(body: JsonMap): JsonMap = try {
        http.send("POST", "/v1/sessions", body)
    } catch (problem: ShipmateError.Problem) {
        if (problem.type != "invalid-credentials") throw problem
        sessions.mark(null)
        sessions.call("PUT", "/v1/users/me/credential", body)
    }

    suspend fun signIn(email: String, password: String): Player {
        flushQuietly()
        val before = sessions.load()
        val session = http.send("POST", "/v1/sessions", mapOf("email" to email, "password" to password))
        if (before != null && before.uid != session.map("user")?.text("uid")) outbox.setAllAside("user-changed")
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
        val session = sessions.load() ?: return
        try {
            sessions.call("DELETE", "/v1/sessions/current")
        } catch (error: ShipmateError) {
            log("signed out on this device only: ${error.message}")
        }
        if (!session.isAnonymous) outbox.setAllAside("signed-out")
        sessions.forget()
        vault.delete(Vault.BALANCES)
        starts.become(SessionState.SignedOut)
    }

    suspend fun delete(password: String?) {
        sessions.mark(Session.DELETE)
        try {
            sessions.call("DELETE", "/v1/users/me", password?.let { mapOf("password" to it) })
        } catch (_: ShipmateError.SignedOut) {
            log("the user was deleted before")
        } catch (problem: ShipmateError.Problem) {
            sessions.current()?.let { sessions.mark(null) }
            throw problem
        }
        forgetAll()
    }

    private suspend fun forgetAll() {
        journal.empty()
        outbox.rejections.clear()
        for (key in listOf(Vault.CLAIM, Vault.INVITATION, Vault.BALANCES, Vault.INSTALL)) vault.delete(key)
        sessions.forget()
        starts.become(SessionState.SignedOut)
    }

    private suspend fun adopt(reply: JsonMap): Player {
        val session = Session.ofUser(reply, now())
        sessions.replace(session)
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
