// Stubs for the code of the quick start. Their real pages:
// https://developer.android.com/reference/androidx/activity/ComponentActivity
// https://developer.android.com/reference/kotlin/androidx/lifecycle/package-summary#(androidx.lifecycle.LifecycleOwner).lifecycleScope()
package androidx.lifecycle

import kotlinx.coroutines.CoroutineScope

interface LifecycleOwner

val LifecycleOwner.lifecycleScope: CoroutineScope get() = throw RuntimeException("Stub")
