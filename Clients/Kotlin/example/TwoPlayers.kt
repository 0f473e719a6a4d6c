import java.io.File
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.runBlocking
import shipmate.Event
import shipmate.Opening
import shipmate.Shipmate

/** Anne invites Ben, Ben signs up and reaches level 5, and both see what they got: `TwoPlayersKt HOST-URL`. */
fun main(arguments: Array<String>): Unit = runBlocking {
    val anne = player(arguments[0], "anne")
    anne.start()
    val invite = anne.invite(channel = "message")
    println("Anne shares: ${invite.text}")

    val ben = player(arguments[0], "ben")
    val invitation = ben.start(Opening(link = invite.url)).invitation
    println("Ben was invited with the code ${invitation?.referralCode}, match ${invitation?.match}")
    ben.link("ben@example.com", "a parrot named Sam")
    ben.record(Event.LevelReached(5))
    println("Ben sent ${ben.flush().sent} event")

    for ((name, player) in listOf("Anne" to anne, "Ben" to ben)) {
        val balances = player.balances.first { it["pieces_of_eight"] == 50L }
        println("$name has ${balances.byCurrency}")
    }
    anne.close()
    ben.close()
}

private fun player(host: String, name: String): Shipmate {
    val folder = File.createTempFile(name, "").also { it.delete() }
    return Shipmate(host, { folder.apply { deleteOnExit() } })
}
