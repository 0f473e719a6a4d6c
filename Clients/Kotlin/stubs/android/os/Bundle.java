package android.os;

/** Stub: https://developer.android.com/reference/android/os/Bundle */
public final class Bundle {
}
