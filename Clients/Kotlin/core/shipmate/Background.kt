package shipmate

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch

/** Work in the background, one run at a time. A question while a run ends starts another one: it may have looked before. */
internal class Background(private val scope: CoroutineScope, private val work: suspend () -> Unit) {
    private val asked = AtomicInteger()

    fun ask() {
        if (asked.getAndIncrement() > 0) return
        scope.launch {
            try {
                do {
                    val seen = asked.get()
                    work()
                } while (!asked.compareAndSet(seen, 0))
            } catch (error: Throwable) {
                asked.set(0)
                throw error
            }
        }
    }
}
