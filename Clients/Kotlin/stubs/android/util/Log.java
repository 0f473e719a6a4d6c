package android.util;

/** Stub: https://developer.android.com/reference/android/util/Log */
public final class Log {
    public static int d(String tag, String message) { throw new RuntimeException("Stub"); }
}
