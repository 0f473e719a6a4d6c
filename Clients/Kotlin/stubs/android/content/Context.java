package android.content;

/** Stub: https://developer.android.com/reference/android/content/Context */
public abstract class Context {
    public static final String USER_SERVICE = "user";

    public abstract Context getApplicationContext();
    public abstract java.io.File getNoBackupFilesDir();
    public abstract String getPackageName();
    public abstract android.content.res.Resources getResources();
    public abstract Object getSystemService(String name);
    public abstract void startActivity(Intent intent);
}
