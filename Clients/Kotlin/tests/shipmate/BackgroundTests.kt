package shipmate

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class BackgroundTests {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)

    @AfterEach
    fun stop() = scope.cancel()

    @Test
    fun `work that is asked for while a run ends runs again`() = runBlocking {
        val began = Channel<Unit>(Channel.UNLIMITED)
        val isLooked = CompletableDeferred<Unit>()
        val background = Background(scope) {
            began.send(Unit)
            isLooked.await()
        }
        background.ask()
        withTimeout(10_000) { began.receive() }
        background.ask()
        isLooked.complete(Unit)
        withTimeout(10_000) { began.receive() }
    }

    @Test
    fun `one run at a time sees each question`() = runBlocking {
        val (recorded, sent, running) = List(3) { AtomicInteger() }
        val background = Background(scope) {
            assertEquals(1, running.incrementAndGet())
            sent.set(recorded.get())
            running.decrementAndGet()
        }
        repeat(20_000) {
            recorded.incrementAndGet()
            background.ask()
        }
        withTimeout(10_000) { while (sent.get() < 20_000) kotlinx.coroutines.yield() }
    }
}
