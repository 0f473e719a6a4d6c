package android.security.keystore;

/** Stub: https://developer.android.com/reference/android/security/keystore/KeyProperties */
public abstract class KeyProperties {
    public static final String BLOCK_MODE_GCM = "GCM";
    public static final String ENCRYPTION_PADDING_NONE = "NoPadding";
    public static final String KEY_ALGORITHM_AES = "AES";
    public static final int PURPOSE_ENCRYPT = 1;
    public static final int PURPOSE_DECRYPT = 2;
}
