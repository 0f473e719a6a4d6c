package android.security.keystore;

/** Stub: https://developer.android.com/reference/android/security/keystore/KeyGenParameterSpec */
public final class KeyGenParameterSpec implements java.security.spec.AlgorithmParameterSpec {
    private KeyGenParameterSpec() {}

    /** https://developer.android.com/reference/android/security/keystore/KeyGenParameterSpec.Builder */
    public static final class Builder {
        public Builder(String alias, int purposes) { throw new RuntimeException("Stub"); }

        public KeyGenParameterSpec build() { throw new RuntimeException("Stub"); }
        public Builder setBlockModes(String... modes) { throw new RuntimeException("Stub"); }
        public Builder setEncryptionPaddings(String... paddings) { throw new RuntimeException("Stub"); }
        public Builder setKeySize(int bits) { throw new RuntimeException("Stub"); }
    }
}
