package shipmate

import java.io.File
import java.io.IOException
import java.io.RandomAccessFile
import java.nio.channels.FileChannel
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.Semaphore
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

/**
 * An advisory lock on a file, against other processes and other handles of this one.
 *
 * The table of semaphores belongs to the process because the file's lock does: the system releases it when any
 * channel of the process on that file is closed, and a second lock of the process throws.
 */
internal class ProcessLock(private val file: File) {
    private val inside by lazy { table.getOrPut(file.canonicalPath) { Semaphore(1) } }

    fun <T> held(work: () -> T): T {
        inside.acquire()
        try {
            open().use { channel ->
                channel.lock()
                return work()
            }
        } finally {
            inside.release()
        }
    }

    /** For work that takes long: waits without a thread. */
    suspend fun <T> heldLong(work: suspend () -> T): T {
        while (!inside.tryAcquire()) delay(POLL_MILLISECONDS)
        try {
            return withContext(Dispatchers.IO) { open() }.use { channel ->
                while (channel.tryLock() == null) delay(POLL_MILLISECONDS)
                work()
            }
        } finally {
            inside.release()
        }
    }

    private fun open(): FileChannel {
        val folder = file.parentFile
        if (!folder.isDirectory && !folder.mkdirs() && !folder.isDirectory) throw IOException("No folder $folder.")
        return RandomAccessFile(file, "rw").channel
    }

    private companion object {
        const val POLL_MILLISECONDS = 20L
        val table = ConcurrentHashMap<String, Semaphore>()
    }
}
