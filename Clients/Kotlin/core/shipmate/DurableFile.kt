package shipmate

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption

/** Replaces a file completely or not at all: a temporary file of mode 0600, fsync, rename, fsync of the folder. */
internal class DurableFile(private val file: File) {
    fun read(): ByteArray? = if (file.exists()) file.readBytes() else null

    fun replace(bytes: ByteArray) {
        val fresh = File(file.path + ".new")
        try {
            FileOutputStream(fresh).use { out ->
                makePrivate(fresh)
                out.write(bytes)
                out.fd.sync()
            }
        } catch (error: IOException) {
            fresh.delete()
            throw error
        }
        if (!fresh.renameTo(file)) throw IOException("Can't replace ${file.name}.")
        syncFolder(file.parentFile)
    }

    fun delete() {
        if (!file.delete() && file.exists()) throw IOException("Can't delete ${file.name}.")
        syncFolder(file.parentFile)
    }
}

internal fun makePrivate(file: File) {
    file.setReadable(false, false)
    file.setReadable(true, true)
    file.setWritable(false, false)
    file.setWritable(true, true)
}

/**
 * Makes renames in a folder durable. java.nio.file is on Android only from API level 26; before that the rename is
 * atomic, but may be undone by a power loss.
 */
internal fun syncFolder(folder: File) {
    try {
        FolderSync.run(folder)
    } catch (_: LinkageError) {
        return
    }
}

private object FolderSync {
    fun run(folder: File) {
        FileChannel.open(folder.toPath(), StandardOpenOption.READ).use { it.force(true) }
    }
}
