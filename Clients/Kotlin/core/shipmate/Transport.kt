package shipmate

import kotlinx.coroutines.flow.Flow

/** Carries requests. Replace it to use another HTTP library. */
public interface Transport {
    /** Throws an `IOException` where there is no reply, and ends the connection when it is cancelled. */
    public suspend fun send(request: Request): Reply

    /** The lines of a reply of the status 200 as they come; [StreamRefused] for any other. */
    public fun lines(request: Request): Flow<String>
}

public class Request(
    public val method: String,
    public val url: String,
    public val fields: Map<String, String>,
    public val body: ByteArray?,
)

public class Reply(public val status: Int, public val fields: Map<String, String>, public val body: ByteArray) {
    /** A field of the header, whose name is in lower case. */
    public fun field(name: String): String? = fields[name]
}

public class StreamRefused(public val reply: Reply) : Exception("The stream was refused: ${reply.status}.")
