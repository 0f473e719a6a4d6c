// Stub: https://developer.android.com/reference/androidx/activity/ComponentActivity
package androidx.activity

import android.content.Intent
import android.os.Bundle
import androidx.lifecycle.LifecycleOwner

abstract class ComponentActivity : android.app.Activity(), LifecycleOwner {
    public override fun onCreate(savedInstanceState: Bundle?): Unit = throw RuntimeException("Stub")
    public override fun onNewIntent(intent: Intent): Unit = throw RuntimeException("Stub")
}
