package android.app;

/** Stub: https://developer.android.com/reference/android/app/Activity */
public class Activity extends android.content.ContextWrapper {
    public android.content.Intent getIntent() { throw new RuntimeException("Stub"); }
    protected void onCreate(android.os.Bundle savedInstanceState) { throw new RuntimeException("Stub"); }
    protected void onNewIntent(android.content.Intent intent) { throw new RuntimeException("Stub"); }
}
