package shipmate

internal class ServerEvent(val name: String, val data: String, val id: String?)

/** Reads lines of `text/event-stream` into events. A comment gives null, as a sign of life. */
internal class ServerEvents {
    private var name = "message"
    private var data = StringBuilder()
    private var id: String? = null

    /** An event, when [line] ends one. */
    fun read(line: String): ServerEvent? {
        if (line.isEmpty()) return finish()
        val value = line.substringAfter(':', "").removePrefix(" ")
        when (line.substringBefore(':')) {
            "event" -> name = value
            "data" -> data.append(if (data.isEmpty()) "" else "\n").append(value)
            "id" -> id = value
        }
        return null
    }

    private fun finish(): ServerEvent? {
        val event = if (data.isEmpty()) null else ServerEvent(name, data.toString(), id)
        name = "message"
        data = StringBuilder()
        return event
    }
}
