import java.io.File
import java.lang.ref.WeakReference
import java.util.concurrent.atomic.AtomicLong
import kotlin.system.exitProcess
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import shipmate.Balances
import shipmate.Event
import shipmate.FileSecretStore
import shipmate.Invitation
import shipmate.JournalLimits
import shipmate.JsonReader
import shipmate.MergeOffer
import shipmate.Opening
import shipmate.Secret
import shipmate.SecretStore
import shipmate.Shipmate
import shipmate.ShipmateError
import shipmate.toJson

/** Plays the shared cases: `java … DriverKt HOST-URL FOLDER`, JSON lines in and out. */
fun main(arguments: Array<String>) {
    val driver = Driver(arguments[0], File(arguments[1]), CoroutineScope(Dispatchers.Default))
    // On the main thread: a dispatcher's thread that blocks keeps what is queued behind it.
    generateSequence(::readLine).filter { it.isNotBlank() }.forEach(driver::handle)
    exitProcess(0)
}

/** The library's file store, which can be locked as that of a phone that has just started. */
private class LockableStore(private val store: SecretStore) : SecretStore by store {
    @Volatile
    var isLocked = false

    override fun get(key: String): Secret = if (isLocked) Secret.NotReadableYet else store.get(key)
}

private class Driver(private val host: String, private val folder: File, private val scope: CoroutineScope) {
    private val offset = AtomicLong()
    private val store = LockableStore(FileSecretStore { folder })
    private var limits = JournalLimits()
    private var offer: MergeOffer? = null
    private var handle: Shipmate? = null
    private var listeners = emptyList<Job>()

    /** Ops run at the same time, except those that only set something. */
    fun handle(line: String) {
        val request = JsonReader.readMap(line)!!
        when (request["op"]) {
            "set_clock" -> offset.set(((request["offset_seconds"] as Number).toDouble() * 1_000).toLong())
            "lock_store" -> store.isLocked = true
            "unlock_store" -> store.isLocked = false
            "limits" -> limits = JournalLimits(request.int("events") ?: 10_000, request.int("bytes")?.toLong() ?: 4_194_304)
            else -> {
                val shipmate = if (request["op"] == "release") null else shipmate()
                // Undispatched: events are queued in the order of their lines.
                scope.launch(start = CoroutineStart.UNDISPATCHED) { answer(request, shipmate) }
                return
            }
        }
        write(mapOf("id" to request["id"], "ok" to emptyMap<String, Any?>()))
    }

    private suspend fun answer(request: Map<String, Any?>, shipmate: Shipmate?) {
        val reply = try {
            mapOf("ok" to if (shipmate == null) release() else perform(request, shipmate))
        } catch (error: ShipmateError) {
            offer = (error as? ShipmateError.EmailInUse)?.offer ?: offer
            val status = (error as? ShipmateError.Problem)?.status ?: (error as? ShipmateError.InvalidReply)?.status
            mapOf("error" to mapOf("type" to error.type, "status" to status, "message" to error.message))
        } catch (error: Exception) {
            mapOf("error" to mapOf("type" to "unexpected", "message" to error.toString()))
        }
        write(mapOf("id" to request["id"]) + reply)
    }

    private suspend fun perform(request: Map<String, Any?>, shipmate: Shipmate): Map<String, Any?> = when (request["op"]) {
        "start" -> start(request, shipmate)
        "record" -> mapOf("id" to shipmate.record(Event.Other(request - setOf("op", "id"))))
        "record_all" -> mapOf("ids" to (request["all"] as List<*>).map { shipmate.record(Event.Other(fields(it))) })
        "flush" -> shipmate.flush().let { mapOf("sent" to it.sent, "left" to it.left) }
        "state" -> state(shipmate)
        "invite" -> shipmate.invite(request.text("channel")).let { mapOf("url" to it.url, "text" to it.text) }
        "open" -> shipmate.open(request.text("url")!!)?.let(::invitation).orEmpty()
        "link" -> player(shipmate.link(request.text("email")!!, request.text("password")!!))
        "sign_in" -> player(shipmate.signIn(request.text("email")!!, request.text("password")!!))
        "accept_merge" -> player(offer!!.accept())
        "balances" -> balances(request, shipmate)
        "watch_balances" -> watchBalances(shipmate)
        "diagnose" -> mapOf("lines" to shipmate.diagnose().map {
            mapOf("check" to it.check, "ok" to it.isOk, "detail" to it.detail, "fix" to it.fix)
        })
        "sign_out" -> emptyMap<String, Any?>().also { shipmate.signOut() }
        "delete_user" -> emptyMap<String, Any?>().also { shipmate.deleteUser(request.text("password")) }
        "me" -> shipmate.me().let {
            mapOf("uid" to it.uid, "is_anonymous" to it.isAnonymous, "email" to it.email, "level" to it.level,
                "highest_level" to it.highestLevel, "referred_by" to it.referredBy, "referral_code" to it.referralCode)
        }
        else -> throw IllegalArgumentException("no op ${request["op"]}")
    }

    private suspend fun start(request: Map<String, Any?>, shipmate: Shipmate): Map<String, Any?> {
        val opening = Opening(
            link = request.text("link"), clickId = request.text("click"),
            installReferrer = request.text("referrer"), clipboard = request.text("clipboard"),
        )
        val player = shipmate.start(opening)
        val invitation = player.invitation?.let { mapOf("invitation" to invitation(it)) }.orEmpty()
        return mapOf("uid" to player.uid, "state" to shipmate.state.value) + invitation
    }

    private suspend fun state(shipmate: Shipmate): Map<String, Any?> {
        val journal = shipmate.journal().let { mapOf("events" to it.events, "bytes" to it.bytes) }
        return mapOf("uid" to shipmate.state.uid, "state" to shipmate.state.value, "journal" to journal)
    }

    private suspend fun balances(request: Map<String, Any?>, shipmate: Shipmate): Map<String, Any?> {
        val until = request["until"] as? Map<*, *>
        val found = shipmate.balances.first { balances -> until == null || isThere(balances, until) }
        return shown(found)
    }

    private fun shown(found: Balances) =
        mapOf("uid" to found.uid, "balances" to found.byCurrency, "source" to found.source.name.lowercase())

    /** Says each value that a label would show. */
    private fun watchBalances(shipmate: Shipmate): Map<String, Any?> {
        val balances = shipmate.balances
        listeners += scope.launch { balances.collect { write(mapOf("event" to "balances") + shown(it)) } }
        return emptyMap()
    }

    private fun isThere(balances: Balances, until: Map<*, *>) =
        balances.source == Balances.Source.LIVE && until.all { (currency, amount) -> balances[currency as String] == amount }

    private fun player(player: shipmate.Player) =
        mapOf("uid" to player.uid, "kind" to if (player.isAnonymous) "anonymous" else "account")

    private fun invitation(invitation: Invitation) = mapOf(
        "match" to invitation.match, "referral_code" to invitation.referralCode,
        "inviter" to invitation.inviter?.let { mapOf("full_name" to it.fullName, "short_name" to it.shortName) },
        "link" to invitation.link?.link,
    )

    private fun shipmate(): Shipmate = handle ?: Shipmate(
        host, { folder }, store, limits = limits, now = { System.currentTimeMillis() + offset.get() },
        log = { write(mapOf("event" to "log", "line" to it)) },
    ).also {
        handle = it
        listeners = listOf(listen(it), listenToRejections(it), listenToInvitations(it))
    }

    private fun listen(shipmate: Shipmate): Job = shipmate.updates.let { updates ->
        scope.launch { updates.collect { write(mapOf("event" to "state", "value" to it.value, "uid" to it.uid)) } }
    }

    private fun listenToRejections(shipmate: Shipmate): Job = shipmate.rejected.let { rejected ->
        scope.launch { rejected.collect { write(mapOf("event" to "rejected", "id" to it.id, "type" to it.type)) } }
    }

    private fun listenToInvitations(shipmate: Shipmate): Job = shipmate.invitations.let { invitations ->
        scope.launch { invitations.collect { write(mapOf("event" to "invitation", "value" to invitation(it))) } }
    }

    /** Drops the handle without closing it: nothing of its own may keep it. */
    private suspend fun release(): Map<String, Any?> {
        val weak = WeakReference(handle)
        handle = null
        repeat(100) {
            System.gc()
            if (weak.get() == null) return mapOf("freed" to true)
            delay(20)
        }
        return mapOf("freed" to false)
    }

    @Synchronized
    private fun write(reply: Map<String, Any?>) {
        println(toJson(reply))
        System.out.flush()
    }
}

private fun fields(event: Any?) = (event as Map<*, *>).entries.associate { it.key.toString() to it.value }

private fun Map<String, Any?>.text(name: String) = this[name] as? String

private fun Map<String, Any?>.int(name: String) = (this[name] as? Number)?.toInt()
