package shipmate

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class HttpTests {
    private val threads = Executors.newCachedThreadPool()
    private val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0).also {
        it.executor = threads
        it.start()
    }
    private val host = "http://127.0.0.1:${server.address.port}"
    private val seen = CopyOnWriteArrayList<String>()

    @AfterEach
    fun stop() {
        server.stop(0)
        threads.shutdownNow()
    }

    private fun on(path: String, answer: (HttpExchange, Int) -> Unit) {
        server.createContext(path) { exchange ->
            seen.add("${exchange.requestMethod} ${exchange.requestHeaders.getFirst("Idempotency-Key")}")
            answer(exchange, seen.size)
        }
    }

    private fun HttpExchange.reply(status: Int, body: String = "{}", vararg fields: Pair<String, String>) {
        for ((name, value) in fields) responseHeaders.add(name, value)
        sendResponseHeaders(status, body.length.toLong())
        responseBody.use { it.write(body.toByteArray()) }
    }

    private fun http() = Http(host, HttpTransport(), System::currentTimeMillis, { ByteArray(it) }, {})

    @Test
    fun `repeats a refused call with the same key after Retry-After`() = runBlocking {
        on("/v1/users") { exchange, number ->
            if (number == 1) exchange.reply(503, "{}", "Retry-After" to "1") else exchange.reply(201, "{\"a\":1}")
        }
        val began = System.nanoTime()
        assertEquals(mapOf("a" to 1L), http().send("POST", "/v1/users", emptyMap(), key = "k"))
        assertTrue(System.nanoTime() - began >= 1_000_000_000)
        assertEquals(listOf("POST k", "POST k"), seen)
    }

    @Test
    fun `reads the problem of a 401, and doesn't repeat the call`() = runBlocking {
        val body = "{\"type\":\"/problems/unauthenticated\",\"status\":401,\"request_id\":\"r1\",\"detail\":\"ben@example.com\"}"
        on("/v1/a") { exchange, _ -> exchange.reply(401, body, "WWW-Authenticate" to "Bearer") }
        val error = problem("POST", "/v1/a")
        assertTrue(error.isUnauthenticated)
        assertEquals("401 unauthenticated (r1)", error.message)
        assertEquals(1, seen.size)
    }

    @Test
    fun `keeps the name of an unknown type, and its status`() = runBlocking {
        on("/v1/a") { exchange, _ -> exchange.reply(418, "{\"type\":\"/problems/teapot\"}") }
        val error = problem("GET", "/v1/a")
        assertEquals("teapot" to 418, error.type to error.status)
    }

    @Test
    fun `a page of a hotel is no reply, and its redirect isn't followed`() = runBlocking {
        on("/v1/page") { exchange, _ -> exchange.reply(200, "<html>") }
        on("/v1/moved") { exchange, _ -> exchange.reply(302, "", "Location" to "$host/v1/stolen") }
        for (path in listOf("/v1/page", "/v1/moved")) {
            assertThrows(ShipmateError.InvalidReply::class.java) { runBlocking { http().send("GET", path, token = "t") } }
        }
    }

    @Test
    fun `a cancelled call returns at once`() = runBlocking {
        val hasBegun = CompletableDeferred<Unit>()
        val end = CountDownLatch(1)
        on("/v1/slow") { exchange, _ ->
            hasBegun.complete(Unit)
            end.await()
            exchange.close()
        }
        val call = launch(Dispatchers.Default) { http().send("GET", "/v1/slow") }
        hasBegun.await()
        withTimeout(5_000) { call.cancelAndJoin() }
        end.countDown()
    }

    @Test
    fun `a port without a listener is offline`() {
        server.stop(0)
        assertThrows(ShipmateError.Offline::class.java) { runBlocking { http().send("GET", "/v1/a") } }
    }

    @Test
    fun `streams lines, and says why a stream was refused`() = runBlocking {
        on("/v1/stream") { exchange, _ -> exchange.reply(200, "event: a\ndata: 1\n\n") }
        on("/v1/none") { exchange, _ -> exchange.reply(401) }
        assertEquals(listOf("event: a", "data: 1", ""), http().lines("/v1/stream", "t", null).toList())
        val refused = assertThrows(StreamRefused::class.java) { runBlocking { http().lines("/v1/none", "t", null).toList() } }
        assertEquals(401, refused.reply.status)
    }

    private suspend fun problem(method: String, path: String): ShipmateError.Problem = withContext(Dispatchers.IO) {
        assertThrows(ShipmateError.Problem::class.java) { runBlocking { http().send(method, path, emptyMap()) } }
    }
}
