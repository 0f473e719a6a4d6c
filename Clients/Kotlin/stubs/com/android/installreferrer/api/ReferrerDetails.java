package com.android.installreferrer.api;

/** Stub: https://developer.android.com/google/play/installreferrer/library */
public class ReferrerDetails {
    public String getInstallReferrer() { throw new RuntimeException("Stub"); }
}
