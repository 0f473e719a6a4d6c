package com.android.installreferrer.api;

/** Stub: https://developer.android.com/google/play/installreferrer/library */
public interface InstallReferrerStateListener {
    void onInstallReferrerServiceDisconnected();
    void onInstallReferrerSetupFinished(int responseCode);
}
