package android.os;

/** Stub: https://developer.android.com/reference/android/os/Build */
public class Build {
    public static final String MODEL = model();

    /** https://developer.android.com/reference/android/os/Build.VERSION */
    public static class VERSION {
        public static final String RELEASE = model();
        public static final int SDK_INT = Integer.parseInt(model());
    }

    /** https://developer.android.com/reference/android/os/Build.VERSION_CODES */
    public static class VERSION_CODES {
        public static final int N = 24;
    }

    private static String model() { throw new RuntimeException("Stub"); }
}
