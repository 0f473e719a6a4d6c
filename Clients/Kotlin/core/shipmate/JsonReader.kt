package shipmate

internal class JsonError(message: String) : Exception(message)

/** Reads JSON (RFC 8259) into maps, lists, texts, `Long`, `Double`, `Boolean` and null. */
internal class JsonReader private constructor(private val text: String) {
    private var at = 0

    companion object {
        private const val DEPTH_MAX = 64

        fun read(text: String): Any? = JsonReader(text).run {
            val value = value(0)
            skipSpace()
            if (at != text.length) fail("more text after the end")
            value
        }

        /** An object, or null where [text] is none. */
        @Suppress("UNCHECKED_CAST")
        fun readMap(text: String): Map<String, Any?>? = try {
            read(text) as? Map<String, Any?>
        } catch (_: JsonError) {
            null
        }
    }

    private fun value(depth: Int): Any? {
        if (depth > DEPTH_MAX) fail("nested too deeply")
        skipSpace()
        return when (peek()) {
            '{' -> map(depth)
            '[' -> list(depth)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun map(depth: Int): Map<String, Any?> {
        val members = LinkedHashMap<String, Any?>()
        items('}') {
            if (peek() != '"') fail("a name is missing")
            val name = string()
            skipSpace()
            expect(':')
            members[name] = value(depth + 1)
        }
        return members
    }

    private fun list(depth: Int): List<Any?> {
        val values = ArrayList<Any?>()
        items(']') { values.add(value(depth + 1)) }
        return values
    }

    private inline fun items(end: Char, item: () -> Unit) {
        at += 1
        skipSpace()
        if (peek() == end) {
            at += 1
            return
        }
        while (true) {
            skipSpace()
            item()
            skipSpace()
            if (peek() == end) break
            expect(',')
        }
        at += 1
    }

    private fun string(): String {
        at += 1
        val result = StringBuilder()
        while (true) {
            val next = peek()
            at += 1
            when {
                next == '"' -> return result.toString()
                next == '\\' -> result.append(escaped())
                next < ' ' -> fail("a control character")
                else -> result.append(next)
            }
        }
    }

    private fun escaped(): Char {
        val kind = peek()
        at += 1
        return when (kind) {
            'n' -> '\n'
            't' -> '\t'
            'r' -> '\r'
            'b' -> '\b'
            'f' -> '\u000c'
            'u' -> {
                if (at + 4 > text.length) fail("ends early")
                val code = text.substring(at, at + 4).toIntOrNull(16) ?: fail("a wrong escape")
                at += 4
                code.toChar()
            }
            '"', '\\', '/' -> kind
            else -> fail("a wrong escape")
        }
    }

    private fun number(): Any {
        val start = at
        while (at < text.length && (text[at].isLetterOrDigit() || text[at] in "+-.")) at += 1
        val digits = text.substring(start, at)
        return digits.toLongOrNull() ?: digits.takeIf { it.none(Char::isWhitespace) }?.toDoubleOrNull()
            ?: fail("not a value")
    }

    private fun <T> word(word: String, value: T): T {
        if (!text.startsWith(word, at)) fail("not a value")
        at += word.length
        return value
    }

    private fun expect(character: Char) {
        if (peek() != character) fail("$character is missing")
        at += 1
    }

    private fun peek(): Char = if (at < text.length) text[at] else fail("ends early")

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\r\n") at += 1
    }

    private fun fail(what: String): Nothing = throw JsonError("$what, at $at")
}
