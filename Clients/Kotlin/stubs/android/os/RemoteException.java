package android.os;

/** Stub: https://developer.android.com/reference/android/os/RemoteException */
public class RemoteException extends Exception {
}
