package com.android.installreferrer.api;

/** Plays Google's library in the ways that it is known to fail. It takes the place of the stub in tests. */
public class InstallReferrerClient {
    public enum Mood { ANSWERS, ANSWERS_TWICE, UNAVAILABLE, SILENT, DIES_AT_START, DIES_AT_READ }

    public static volatile Mood mood = Mood.ANSWERS;
    public static volatile boolean hasEnded;

    public static Builder newBuilder(android.content.Context context) { return new Builder(); }

    public void startConnection(InstallReferrerStateListener listener) {
        if (mood == Mood.DIES_AT_START) throw new SecurityException("Not allowed to bind to service Intent");
        if (mood == Mood.SILENT) return;
        listener.onInstallReferrerSetupFinished(mood == Mood.UNAVAILABLE ? 2 : 0);
        if (mood == Mood.ANSWERS_TWICE) listener.onInstallReferrerSetupFinished(0);
    }

    public ReferrerDetails getInstallReferrer() throws android.os.RemoteException {
        if (mood == Mood.DIES_AT_READ) throw new android.os.RemoteException();
        return new ReferrerDetails();
    }

    public void endConnection() { hasEnded = true; }

    public static final class Builder {
        public InstallReferrerClient build() { return new InstallReferrerClient(); }
    }

    public @interface InstallReferrerResponse {
        int OK = 0;
    }
}
