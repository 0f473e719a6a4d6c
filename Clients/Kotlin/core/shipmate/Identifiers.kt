package shipmate

import java.security.SecureRandom
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.TimeZone

internal fun secureBytes(count: Int): ByteArray = ByteArray(count).also { SecureRandom().nextBytes(it) }

/** java.util.Base64 is on Android only from API level 26. */
internal fun base64Url(bytes: ByteArray): String {
    val alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    val text = StringBuilder((bytes.size * 4 + 2) / 3)
    var bits = 0
    var held = 0
    for (byte in bytes) {
        held = held shl 8 or (byte.toInt() and 0xff)
        bits += 8
        while (bits >= 6) {
            bits -= 6
            text.append(alphabet[held shr bits and 0x3f])
        }
        held = held and (1 shl bits) - 1
    }
    if (bits > 0) text.append(alphabet[held shl 6 - bits and 0x3f])
    return text.toString()
}

/** A UUID of version 7: 48 bits of [milliseconds], then random ones (RFC 9562, section 5.7). */
internal fun uuid7(milliseconds: Long, random: ByteArray): String {
    val bytes = random.copyOf(16)
    for (index in 0..5) bytes[index] = (milliseconds shr 8 * (5 - index)).toByte()
    bytes[6] = (bytes[6].toInt() and 0x0f or 0x70).toByte()
    bytes[8] = (bytes[8].toInt() and 0x3f or 0x80).toByte()
    val hex = bytes.joinToString("") { (it.toInt() and 0xff).toString(16).padStart(2, '0') }
    return listOf(0..7, 8..11, 12..15, 16..19, 20..31).joinToString("-") { hex.substring(it) }
}

/** RFC 3339, in UTC. java.time is on Android only from API level 26. */
internal fun rfc3339(milliseconds: Long): String {
    val format = SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.US)
    format.timeZone = TimeZone.getTimeZone("UTC")
    return format.format(Date(milliseconds))
}
