package android.content;

/** Stub: https://developer.android.com/reference/android/content/ContextWrapper */
public class ContextWrapper extends Context {
    public Context getApplicationContext() { throw new RuntimeException("Stub"); }
    public java.io.File getNoBackupFilesDir() { throw new RuntimeException("Stub"); }
    public String getPackageName() { throw new RuntimeException("Stub"); }
    public android.content.res.Resources getResources() { throw new RuntimeException("Stub"); }
    public Object getSystemService(String name) { throw new RuntimeException("Stub"); }
    public void startActivity(Intent intent) { throw new RuntimeException("Stub"); }
}
