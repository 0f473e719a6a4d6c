package android.util;

/** Stub: https://developer.android.com/reference/android/util/DisplayMetrics */
public class DisplayMetrics {
    public float density;
    public int heightPixels;
    public int widthPixels;
}
