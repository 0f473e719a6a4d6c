package android.app;

/** Stub: https://developer.android.com/reference/android/app/Application */
public class Application extends android.content.ContextWrapper {
}
