package shipmate

/** What a store answers. */
public sealed class Secret {
    public class Present(public val bytes: ByteArray) : Secret()
    public object Absent : Secret()

    /** The device is locked, or has just started. The library waits, and never signs up meanwhile. */
    public object NotReadableYet : Secret()
}

/**
 * Keeps small secrets durably. Calls may block; the library makes them off the main thread. An `IOException`
 * becomes [ShipmateError.Storage].
 */
public interface SecretStore {
    public fun get(key: String): Secret

    /** Returns after the value is durable. */
    public fun put(key: String, bytes: ByteArray)

    public fun delete(key: String)

    /** Puts [bytes] (null: deletes) if the value is still [expected] (null: absent), also against other processes. */
    public fun compareAndPut(key: String, expected: ByteArray?, bytes: ByteArray?): Boolean
}
