package shipmate

internal typealias JsonMap = Map<String, Any?>

internal fun JsonMap.text(name: String): String? = this[name] as? String

internal fun JsonMap.long(name: String): Long? = (this[name] as? Number)?.toLong()

internal fun JsonMap.flag(name: String): Boolean = this[name] == true

@Suppress("UNCHECKED_CAST")
internal fun JsonMap.map(name: String): JsonMap? = this[name] as? JsonMap

/** The objects of a list; other items are left out. */
@Suppress("UNCHECKED_CAST")
internal fun JsonMap.maps(name: String): List<JsonMap> =
    (this[name] as? List<*>).orEmpty().filter { it is Map<*, *> } as List<JsonMap>

/** Writes maps, lists, texts, numbers, booleans and null. */
internal fun toJson(value: Any?): String = StringBuilder().also { write(value, it) }.toString()

internal fun jsonBytes(value: Any?): ByteArray = toJson(value).toByteArray()

private fun write(value: Any?, out: StringBuilder) {
    when (value) {
        null -> out.append("null")
        is String -> writeString(value, out)
        is Int, is Long, is Boolean -> out.append(value)
        is Double -> {
            require(!value.isNaN() && !value.isInfinite()) { "JSON has no such number." }
            out.append(value)
        }
        is Map<*, *> -> writeItems(value.entries, '{', '}', out) { (name, item) ->
            writeString(name as String, out)
            out.append(':')
            write(item, out)
        }
        is Iterable<*> -> writeItems(value, '[', ']', out) { write(it, out) }
        else -> throw IllegalArgumentException("JSON has no ${value.javaClass.simpleName}.")
    }
}

private inline fun <T> writeItems(items: Iterable<T>, open: Char, close: Char, out: StringBuilder, item: (T) -> Unit) {
    out.append(open)
    items.forEachIndexed { index, it ->
        if (index > 0) out.append(',')
        item(it)
    }
    out.append(close)
}

private fun writeString(text: String, out: StringBuilder) {
    out.append('"')
    for (character in text) {
        when {
            character == '"' || character == '\\' -> out.append('\\').append(character)
            character < ' ' -> out.append("\\u").append(character.code.toString(16).padStart(4, '0'))
            else -> out.append(character)
        }
    }
    out.append('"')
}
