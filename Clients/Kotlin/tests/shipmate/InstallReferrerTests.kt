package shipmate

import android.content.Context
import android.content.Intent
import android.content.res.Resources
import com.android.installreferrer.api.InstallReferrerClient
import com.android.installreferrer.api.InstallReferrerClient.Mood
import java.io.File
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import shipmate.android.installReferrer

class InstallReferrerTests {
    private object App : Context() {
        override fun getApplicationContext() = this
        override fun getNoBackupFilesDir() = File("/")
        override fun getPackageName() = "com.example.game"
        override fun getResources(): Resources? = null
        override fun getSystemService(name: String?) = null
        override fun startActivity(intent: Intent?) = Unit
    }

    @Test
    fun `reads the referrer, and survives each way in which the library fails`() = runBlocking {
        val expected = mapOf(
            Mood.ANSWERS to "link_click_id=01a1fddb-14e0-720d-9f78-8f9fe6617174",
            Mood.ANSWERS_TWICE to "link_click_id=01a1fddb-14e0-720d-9f78-8f9fe6617174",
            Mood.UNAVAILABLE to null, Mood.SILENT to null, Mood.DIES_AT_START to null, Mood.DIES_AT_READ to null,
        )
        for ((mood, referrer) in expected) {
            InstallReferrerClient.mood = mood
            InstallReferrerClient.hasEnded = false
            val limit = if (mood == Mood.SILENT) 50L else 5_000L
            assertEquals(referrer, installReferrer(App, limit), mood.name)
            assertTrue(InstallReferrerClient.hasEnded, mood.name)
        }
    }
}
