package android.os;

/** Stub: https://developer.android.com/reference/android/os/UserManager */
public class UserManager {
    public boolean isUserUnlocked() { throw new RuntimeException("Stub"); }
}
