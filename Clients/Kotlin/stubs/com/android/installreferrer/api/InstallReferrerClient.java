package com.android.installreferrer.api;

/** Stub: https://developer.android.com/google/play/installreferrer/library */
public abstract class InstallReferrerClient {
    public static Builder newBuilder(android.content.Context context) { throw new RuntimeException("Stub"); }

    public abstract void endConnection();
    public abstract ReferrerDetails getInstallReferrer() throws android.os.RemoteException;
    public abstract void startConnection(InstallReferrerStateListener listener);

    public static final class Builder {
        public InstallReferrerClient build() { throw new RuntimeException("Stub"); }
    }

    public @interface InstallReferrerResponse {
        int OK = 0;
    }
}
