package shipmate

/** Exponential pauses with full jitter: a random part of a span that doubles. */
internal class BackOff(
    private val random: (Int) -> ByteArray,
    private val millisecondsFirst: Long = 250,
    private val millisecondsMax: Long = 60_000,
) {
    private var tries = 0

    fun reset() {
        tries = 0
    }

    fun pauseMilliseconds(): Long {
        val span = (millisecondsFirst shl tries.coerceAtMost(16)).coerceAtMost(millisecondsMax)
        tries += 1
        val bytes = random(4)
        val draw = bytes.fold(0L) { sum, byte -> sum shl 8 or (byte.toLong() and 0xff) }
        return span * draw / 0xffff_ffffL
    }
}
