import java.io.File
import kotlin.system.measureNanoTime
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import shipmate.Event
import shipmate.JournalLimits
import shipmate.Shipmate

/** Prints what the library costs: `MeasureKt HOST-URL FOLDER`. */
fun main(arguments: Array<String>): Unit = runBlocking {
    val folder = File(arguments[1])
    val before = usedBytes()
    lateinit var shipmate: Shipmate
    val made = measureNanoTime {
        shipmate = Shipmate(arguments[0], { folder }, limits = JournalLimits(1_000_000, 1L shl 30))
    }
    val started = measureNanoTime { shipmate.start() }
    val again = measureNanoTime { shipmate.me() }
    val madeAgain = measureNanoTime { Shipmate(arguments[0], { folder }).close() }
    println("the constructor: ${made / 1_000} µs with the JVM's class loading, then ${madeAgain / 1_000} µs")
    println("the first start, with the JVM's class loading: ${started / 1_000_000} ms; the next call: ${again / 1_000_000} ms")
    println("heap in use after the start: ${(usedBytes() - before) / 1024} KiB")

    shipmate.signOut()
    repeat(2) { round ->
        val alone = measureNanoTime { repeat(COUNT) { shipmate.record(Event.LevelReached(5)) } }
        val many = measureNanoTime { List(COUNT) { async { shipmate.record(Event.LevelReached(5)) } }.awaitAll() }
        if (round == 1) {
            println("journal, one after the other: ${perSecond(alone)} events/s")
            println("journal, many at once: ${perSecond(many)} events/s")
        }
    }
    println("journal of ${shipmate.journal().events} events: ${shipmate.journal().bytes / 1024} KiB")
    shipmate.close()
}

private const val COUNT = 5_000

private fun perSecond(nanoseconds: Long) = COUNT * 1_000_000_000L / nanoseconds

private fun usedBytes(): Long {
    repeat(3) { System.gc() }
    return Runtime.getRuntime().let { it.totalMemory() - it.freeMemory() }
}
