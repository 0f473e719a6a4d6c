package com.android.installreferrer.api;

public class ReferrerDetails {
    public String getInstallReferrer() { return "link_click_id=01a1fddb-14e0-720d-9f78-8f9fe6617174"; }
}
