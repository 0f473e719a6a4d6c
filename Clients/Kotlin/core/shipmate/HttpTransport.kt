package shipmate

import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URL
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.channels.trySendBlocking
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.suspendCancellableCoroutine

/** `HttpURLConnection`, which Android and every JVM have. Follows no redirects, so that no token goes elsewhere. */
public class HttpTransport(
    private val connectMilliseconds: Int = 10_000,
    private val readMilliseconds: Int = 20_000,
    /** The server sends a comment every 15 s. */
    private val streamMilliseconds: Int = 40_000,
) : Transport {
    private val threads = Dispatchers.IO.asExecutor()

    override suspend fun send(request: Request): Reply = suspendCancellableCoroutine { waiting ->
        threads.execute {
            try {
                val connection = open(request, readMilliseconds)
                waiting.invokeOnCancellation { threads.execute(connection::disconnect) }
                waiting.resume(reply(connection, request))
            } catch (error: Exception) {
                waiting.resumeWithException(error as? IOException ?: IOException(error))
            }
        }
    }

    override fun lines(request: Request): Flow<String> = callbackFlow {
        val connection = open(request, streamMilliseconds)
        threads.execute {
            try {
                val first = reply(connection, request, ofStream = true)
                if (first.status != 200) throw StreamRefused(first)
                connection.inputStream.bufferedReader().forEachLine { line ->
                    if (trySendBlocking(line).isClosed) throw IOException("The stream was closed.")
                }
                close()
            } catch (error: Exception) {
                close(error as? StreamRefused ?: error as? IOException ?: IOException(error))
            }
        }
        awaitClose { threads.execute(connection::disconnect) }
    }

    private fun open(request: Request, milliseconds: Int): HttpURLConnection {
        val connection = URL(request.url).openConnection() as? HttpURLConnection ?: throw IOException("No HTTP URL.")
        connection.requestMethod = request.method
        connection.connectTimeout = connectMilliseconds
        connection.readTimeout = milliseconds
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        for ((name, value) in request.fields) connection.setRequestProperty(name, value)
        return connection
    }

    private fun reply(connection: HttpURLConnection, request: Request, ofStream: Boolean = false): Reply {
        request.body?.let { body ->
            connection.doOutput = true
            connection.outputStream.use { it.write(body) }
        }
        val status = connection.responseCode
        if (status < 0) throw IOException("No HTTP.")
        val body = if (ofStream && status == 200) ByteArray(0) else body(connection, status)
        return Reply(status, fields(connection), body)
    }

    private fun body(connection: HttpURLConnection, status: Int): ByteArray {
        val stream = if (status >= 400) connection.errorStream else connection.inputStream
        return stream?.use { bytes(it) } ?: ByteArray(0)
    }

    private fun bytes(stream: InputStream): ByteArray {
        val bytes = java.io.ByteArrayOutputStream()
        val part = ByteArray(8_192)
        while (true) {
            val count = stream.read(part)
            if (count < 0) return bytes.toByteArray()
            bytes.write(part, 0, count)
            if (bytes.size() > BODY_BYTES_MAX) throw IOException("The reply is too large.")
        }
    }

    private fun fields(connection: HttpURLConnection): Map<String, String> {
        val fields = HashMap<String, String>()
        for ((name, values) in connection.headerFields) {
            // The status line has no name.
            if (name != null) fields[name.lowercase()] = values.joinToString(", ")
        }
        return fields
    }

    private companion object {
        const val BODY_BYTES_MAX = 8 * 1024 * 1024
    }
}
