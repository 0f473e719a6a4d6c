package android.content.res;

/** Stub: https://developer.android.com/reference/android/content/res/Resources */
public class Resources {
    public android.util.DisplayMetrics getDisplayMetrics() { throw new RuntimeException("Stub"); }
}
